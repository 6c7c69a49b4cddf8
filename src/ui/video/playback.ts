import { config } from '#config.ts'
import { playByLibrary } from './library'

type Ways = {
  /** Asks for new cookies: those of this reading have ended, or will soon. */
  renew: () => Promise<unknown>
  /** Nothing helps but another try by the person. */
  onFailed: () => void
  /** Live only: seconds behind the newest picture. */
  liveOffset?: number
  /** Live only: with each piece that was loaded. */
  onFigures?: (figures: LiveFigures) => void
}
/** Kilobits a second of the last piece, and its seconds: pieces begin at keyframes. */
export type LiveFigures = { kbps: number; keyframeSeconds: number }

const hls = 'application/vnd.apple.mpegurl'

/** The light library of this build plays fMP4 alone (scripts/hls.cjs). */
const libraries = { light: () => import('hls.js/light'), whole: () => import('hls.js') }

const playByHls = async (
  element: HTMLVideoElement,
  src: string,
  ways: Ways,
  which: keyof typeof libraries = 'light',
): Promise<(() => void) | null> => {
  const { renew, onFailed, liveOffset, onFigures } = ways
  const { default: Hls } = await libraries[which]()
  // Cookies for another host are sent only with this flag; for this host always.
  const isElsewhere = new URL(src, window.location.href).origin !== window.location.origin
  if (!Hls.isSupported()) return null
  const player = new Hls({
    // fMP4 is passed on as it is: there is no work for a worker.
    enableWorker: false,
    // Who has fallen behind a little catches up without a jump.
    ...(liveOffset !== undefined && { liveSyncDuration: liveOffset, maxLiveSyncPlaybackRate: 1.08 }),
    xhrSetup: (request) => {
      request.withCredentials = isElsewhere
    },
  })
  let isOver = false
  let isTransport = false
  let stop = () => player.destroy()
  if (which === 'light')
    player.on(Hls.Events.LEVEL_LOADED, (_, { details }) => {
      if (isTransport || details.fragments.every(({ initSegment }) => initSegment)) return
      isTransport = true
      // MPEG-TS, of a live that began with an earlier version. The player is still in the middle of telling this.
      queueMicrotask(() => {
        if (isOver) return
        player.destroy()
        stop = () => {}
        playByHls(element, src, ways, 'whole').then((stopIt) => {
          if (isOver) stopIt?.()
          else if (stopIt) stop = stopIt
        }, onFailed)
      })
    })
  let renewals = 0
  player.on(Hls.Events.ERROR, (_, { fatal, type, response }) => {
    if (!fatal) return
    if (type === Hls.ErrorTypes.MEDIA_ERROR && renewals < 3) {
      renewals++
      return player.recoverMediaError()
    }
    if (response?.code !== 403 || renewals >= 3) return onFailed()
    renewals++
    void renew().then(() => player.startLoad(), onFailed)
  })
  player.on(Hls.Events.FRAG_BUFFERED, (_, { frag, stats }) => {
    // One that plays again may fail again later.
    renewals = 0
    if (liveOffset === undefined || frag.duration <= 0) return
    const kbps = Math.round((stats.total * 8) / frag.duration / 1000)
    onFigures?.({ kbps, keyframeSeconds: Math.round(frag.duration * 10) / 10 })
  })
  player.loadSource(src)
  player.attachMedia(element)
  return () => {
    isOver = true
    stop()
  }
}

const playByItself = (element: HTMLVideoElement, src: string, { onFailed }: Ways) => {
  element.addEventListener('error', onFailed)
  element.src = src
  return () => {
    element.removeEventListener('error', onFailed)
    element.removeAttribute('src')
    element.load()
  }
}

const attach = async (element: HTMLVideoElement, src: string, ways: Ways): Promise<() => void> => {
  const { license, libraryUrl } = config().videoPlayer
  if (license && libraryUrl) return playByLibrary(element, src, { license, libraryUrl })
  const stop = await playByHls(element, src, ways)
  if (stop) return stop
  if (element.canPlayType(hls) === '') throw new Error('This browser plays no HLS.')
  return playByItself(element, src, ways)
}

/**
 * Attaches an HLS URL to a video element; returns a function that detaches it and never throws: it is called as the element
 * leaves, where an exception would take the whole page with it. hls.js is preferred: Chromium plays HLS itself as well, but
 * reports errors in less detail.
 */
export const play = async (element: HTMLVideoElement, src: string, ways: Ways): Promise<() => void> => {
  const stop = await attach(element, src, ways)
  return () => {
    try {
      stop()
    } catch (error) {
      window.reportError(error)
    }
  }
}
