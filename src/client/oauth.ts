/**
 * The result of an OAuth consent, sent by /oauth2callback. By a channel of this origin and not by `opener`: the
 * opening window has an opener policy of its own, which cuts the two windows apart as soon as one of them is at the
 * other service.
 */
export type OAuthResult = { code: string; state: string; error: string }

const channelName = 'oauth2callback'
const startKey = 'tsudoi-oauth-start'

/** Opens the other service in a window, and stores the current page, from which a retry starts. */
export const openOAuth = (address: string): void => {
  localStorage.setItem(startKey, window.location.pathname + window.location.search)
  window.open(address, '_blank', 'popup,width=520,height=680')
}

/** The page of this site that requested the consent; any site may have forged it. */
export const oauthStart = (): string | null => localStorage.getItem(startKey)

/** Called for every consent that ends in this browser: the listener has to compare `state` with its own. */
export const onOAuthResult = (listener: (result: OAuthResult) => void): (() => void) => {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<OAuthResult | 'heard'>) => {
    // Ignores another listener's receipt.
    if (typeof data !== 'object') return
    listener(data)
    channel.postMessage('heard')
  }
  return () => channel.close()
}

/**
 * Broadcasts the result; `heard` is called when a listener has received it. Returns a function that closes the channel.
 */
export const tellOAuthResult = (result: OAuthResult, heard: () => void): (() => void) => {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'heard') heard()
  }
  channel.postMessage(result)
  return () => channel.close()
}
