/*
 * A third-party player, used if the settings contain its library URL and licence. The script at that URL has to define
 * `createVideoPlayer`, which takes a `<video>` element and a source; for most players that is a wrapper of a few lines.
 */
type Source = { src: string; type: string }
type CreateVideoPlayer = (player: {
  element: HTMLVideoElement
  source: Source
  license: string
  libraryUrl: string
}) => { destroy(): void }

declare global {
  interface Window {
    createVideoPlayer?: CreateVideoPlayer
  }
}

const loads = new Map<string, Promise<void>>()
const load = (src: string): Promise<void> => {
  const known = loads.get(src)
  if (known) return known
  const loading = new Promise<void>((done, failed) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => done()
    script.onerror = () => {
      loads.delete(src)
      script.remove()
      failed(new Error('The player library could not be loaded.'))
    }
    document.head.append(script)
  })
  loads.set(src, loading)
  return loading
}

export const playByLibrary = async (
  element: HTMLVideoElement,
  src: string,
  { license, libraryUrl }: { license: string; libraryUrl: string },
): Promise<() => void> => {
  await load(libraryUrl)
  if (!window.createVideoPlayer) throw new Error('The player library offers no createVideoPlayer.')
  const source = { src, type: 'application/vnd.apple.mpegurl' }
  const player = window.createVideoPlayer({ element, source, license, libraryUrl })
  return () => player.destroy()
}
