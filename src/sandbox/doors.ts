import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseJson } from '#server/http/body.ts'
import { openSandboxApi, readBody } from './api/door'
import { Failure } from './api/form'
import { control } from './control'
import {
  checkoutPage,
  invoicePage,
  type PageAnswer,
  type PageRequest,
  portalPage,
  refundPage,
  voucherPage,
} from './pages/pages'

const pages: Record<string, (request: PageRequest) => Promise<PageAnswer>> = {
  checkout: checkoutPage,
  voucher: voucherPage,
  portal: portalPage,
  invoice: invoicePage,
  refund: refundPage,
}

const json = (response: ServerResponse, status: number, body: object) =>
  void response
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'private, no-store' })
    .end(JSON.stringify(body))

const openControl = async (request: IncomingMessage, response: ServerResponse) => {
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST')
    return json(response, 405, { ok: false, code: 'methodNotAllowed' })
  }
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
    return json(response, 415, { ok: false, code: 'unsupportedMediaType' })
  }
  const body = await readBody(request)
  try {
    const { status, body: answer } = await control(body === null ? undefined : parseJson(body))
    return json(response, status, answer)
  } catch (error) {
    if (error instanceof Failure)
      return json(response, error.status, { ok: false, code: 'refused', error: error.error })
    throw error
  }
}

const apiPath = /^\/v1(\/|$)/
const controlPath = /^(\/en)?\/sandbox\/control\/?$/
const kinds = Object.keys(pages).join('|')
const pagePath = new RegExp(`^(/en)?/sandbox/(${kinds})/(\\w{1,100})/?$`)
const anyPage = new RegExp(`^(/en)?/sandbox/(${kinds})(/|$)`)

/** The sandbox answers there: its API, its control, and the pages that are a payment provider's elsewhere. */
export const isSandboxPath = (path: string): boolean =>
  apiPath.test(path) || controlPath.test(path) || anyPage.test(path)

const openPage = async (request: IncomingMessage, response: ServerResponse, path: string) => {
  const [, en, kind = '', id = ''] = pagePath.exec(path) ?? []
  const show = pages[kind]
  const isPost = request.method === 'POST'
  // Buttons of this page can be pressed from this page only (CSRF).
  const isForeign = isPost && ['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site'] ?? ''))
  if (!show || isForeign) return void response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found.\n')
  const form = isPost ? new URLSearchParams((await readBody(request)) ?? '') : null
  const { cookie: cookies } = request.headers
  const answer = await show({ locale: en ? 'en' : 'ja', id, path: `/sandbox/${kind}/${id}`, form, cookies })
  response.setHeader('Cache-Control', 'private, no-store')
  if ('redirect' in answer) return void response.writeHead(303, { Location: answer.redirect }).end()
  response.writeHead(answer.status, { 'Content-Type': 'text/html; charset=utf-8' }).end(answer.html)
}

/** All HTTP endpoints of the sandbox; the caller has made sure that this is a demo. */
export const openSandboxDoors = (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const path = (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/'
  if (apiPath.test(path)) return openSandboxApi(request, response)
  if (controlPath.test(path)) return Promise.resolve(openControl(request, response))
  return openPage(request, response, path)
}
