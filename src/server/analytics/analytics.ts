import { serverConfig } from '#config.server.ts'
import { decryptText, encryptText } from '../encryption'
import { isEmbedPath, type LookerViewer, signedEmbedUrl } from './looker'
import { finishOAuth, type Granted, type OAuthSettings, startOAuth } from './oauth'

/** Analytics services that an installation may configure in addition to the built-in charts. */
export type Analytics = {
  /** Null if not configured. */
  looker: {
    /** Paths of the reports that are shown to every brand. */
    reports: readonly string[]
    mayEmbed(src: string): boolean
    signedUrl(src: string, viewer: LookerViewer, at: number): string
  } | null
  oauth: {
    start(): Promise<{ redirectUrl: string; state: string; verifier: string }>
    finish(of: { code: string; state: string; verifier: string }): Promise<Granted>
  } | null
  /** Encryption of stored connection data: `of` identifies the owner, and `open` needs the same value. */
  seal(text: string, of: string): string
  open(sealed: string, of: string): string
}

const lookerOf = (): Analytics['looker'] => {
  const {
    LOOKER_HOST: host,
    LOOKER_EMBED_SECRET: secret,
    LOOKER_MODELS: models,
    LOOKER_REPORTS: reports,
  } = serverConfig()
  if (!host || !secret) return null
  return {
    reports,
    mayEmbed: isEmbedPath,
    signedUrl: (src, viewer, at) => signedEmbedUrl({ host, secret, models }, src, viewer, at),
  }
}

const oauthOf = (): Analytics['oauth'] => {
  const config = serverConfig()
  const { OAUTH_AUTHORIZATION_URL: authorizationUrl, OAUTH_TOKEN_URL: tokenUrl, OAUTH_CLIENT_ID: clientId } = config
  if (!authorizationUrl || !tokenUrl || !clientId) return null
  const settings: OAuthSettings = {
    authorizationUrl,
    tokenUrl,
    clientId,
    clientSecret: config.OAUTH_CLIENT_SECRET,
    scope: config.OAUTH_SCOPE,
    redirectUri: `${config.PUBLIC_ORIGIN}/oauth2callback`,
  }
  return { start: () => startOAuth(settings), finish: (of) => finishOAuth(settings, of) }
}

export const analytics = (): Analytics => ({
  looker: lookerOf(),
  oauth: oauthOf(),
  seal: encryptText,
  open: decryptText,
})
