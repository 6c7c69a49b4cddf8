/**
 * The end of another service's consent, told by /oauth2callback. By a channel of this origin and not by `opener`: the
 * window that asked has an opener policy of its own, which cuts the two windows apart as soon as one of them is at the
 * other service.
 */
export type OAuthResult = { code: string; state: string; error: string }

const channelName = 'oauth2callback'
const startKey = 'tsudoi-oauth-start'

/** Opens the other service in a window, and remembers where from: that is where a second try begins. */
export const openOAuth = (address: string): void => {
  localStorage.setItem(startKey, window.location.pathname + window.location.search)
  window.open(address, '_blank', 'popup,width=520,height=680')
}

/** The page of this site from which the consent was asked for; anybody's page may have written it. */
export const oauthStart = (): string | null => localStorage.getItem(startKey)

/** Hears of every consent that ends in this browser: whoever listens looks for the `state` that is theirs. */
export const onOAuthResult = (listener: (result: OAuthResult) => void): (() => void) => {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<OAuthResult | 'heard'>) => {
    // A second listener's receipt is no result.
    if (typeof data !== 'object') return
    listener(data)
    channel.postMessage('heard')
  }
  return () => channel.close()
}

/** Tells everybody who listens; answers, later, that somebody has heard it. */
export const tellOAuthResult = (result: OAuthResult, heard: () => void): (() => void) => {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'heard') heard()
  }
  channel.postMessage(result)
  return () => channel.close()
}
