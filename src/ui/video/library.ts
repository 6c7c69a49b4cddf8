/*
 * Another maker's player, where the settings name its library and licence. What such libraries have in common is a
 * `<video>` element and a source; the library at that address has to offer them as `createVideoPlayer`, as every one can
 * with a few lines of its own.
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
