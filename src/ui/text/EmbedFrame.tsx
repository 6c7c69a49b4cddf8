type EmbedFrameProps = { src: string; name: string; ratio?: number; height?: number }

/**
 * A frame of another service. Its scripts run in its own origin; the sandbox does not allow popups or navigation of
 * this window.
 */
export const EmbedFrame = ({ src, name, ratio, height }: EmbedFrameProps) => (
  <iframe
    src={src}
    title={name}
    loading="lazy"
    sandbox="allow-scripts allow-same-origin allow-presentation"
    referrerPolicy="strict-origin-when-cross-origin"
    allowFullScreen
    style={height === undefined ? { aspectRatio: ratio } : { height }}
  />
)
