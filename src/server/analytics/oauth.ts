import * as oauth from 'oauth4webapi'

/*
 * An authorization-code flow with state and PKCE (RFC 6749, 7636) against the configured analytics service. The
 * result is a refresh token, which the caller encrypts before it stores it.
 */
export type OAuthSettings = {
  authorizationUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string | undefined
  scope: string
  redirectUri: string
}
export type Started = { redirectUrl: string; state: string; verifier: string }
/** `refused`: the service refuses, or its response is not usable; `unavailable`: it could not be reached. */
export type Granted = { refreshToken: string; scope: string } | 'refused' | 'unavailable'

export const startOAuth = async (settings: OAuthSettings): Promise<Started> => {
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()]
  const url = new URL(settings.authorizationUrl)
  const query = {
    response_type: 'code',
    client_id: settings.clientId,
    redirect_uri: settings.redirectUri,
    scope: settings.scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Both request a refresh token: `prompt` for OpenID Connect, `access_type` for Google.
    prompt: 'consent',
    access_type: 'offline',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return { redirectUrl: url.href, state, verifier }
}

const answerWithin = 10_000

/** Exchanges a single-use code: after any failure the flow has to be started again. */
export const finishOAuth = async (
  { tokenUrl, authorizationUrl, clientId, clientSecret, redirectUri, scope }: OAuthSettings,
  { code, state, verifier }: { code: string; state: string; verifier: string },
): Promise<Granted> => {
  const server: oauth.AuthorizationServer = {
    issuer: new URL(authorizationUrl).origin,
    token_endpoint: tokenUrl,
    authorization_endpoint: authorizationUrl,
  }
  const client: oauth.Client = { client_id: clientId }
  const authentication = clientSecret ? oauth.ClientSecretPost(clientSecret) : oauth.None()
  // The state was compared by the page that received it (the only one that knows it); the code is bound by PKCE.
  const parameters = oauth.validateAuthResponse(server, client, new URLSearchParams({ code, state }), state)
  const response = await oauth
    .authorizationCodeGrantRequest(server, client, authentication, parameters, redirectUri, verifier, {
      signal: AbortSignal.timeout(answerWithin),
      [oauth.allowInsecureRequests]: tokenUrl.startsWith('http:'),
    })
    .catch(() => null)
  if (!response || response.status >= 500) return 'unavailable'
  const answer: { refresh_token?: unknown; scope?: unknown } | null = await response.json().catch(() => null)
  const refreshToken = answer?.refresh_token
  if (!response.ok || typeof refreshToken !== 'string' || refreshToken === '') return 'refused'
  return { refreshToken, scope: typeof answer?.scope === 'string' ? answer.scope : scope }
}
