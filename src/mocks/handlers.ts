import { delay, HttpResponse, http } from 'msw'
import { config } from '#config.ts'
import type { Failure } from '#kit/contract.ts'
import { answerAsMock, followedAsMock, mocks } from './answer'

/** Selected by a test or a developer in `localStorage['tsudoi-mock-scenario']`. */
const scenarioKey = 'tsudoi-mock-scenario'

const statusOf: Record<string, number> = {
  internal: 500,
  unavailable: 503,
  unauthenticated: 401,
  signInAgain: 401,
  validation: 400,
  forbidden: 403,
  roleNotAllowed: 403,
}
const refusal = (code: string) => {
  const body: Failure = { ok: false, code, message: code, requestId: 'mock-request-0001' }
  return HttpResponse.json(body, { status: statusOf[code] ?? (/notFound$/i.test(code) ? 404 : 409) })
}

export const handlers = () => {
  const { cmsBase, publicBase, publicOrigin } = config()
  const picture = (name: string) => `${publicOrigin}/mocks/${name}.png`
  const asked = (request: Request) => ({
    uid: request.headers.get('authorization')?.replace(/^Bearer (mock\.)?/, '') ?? '',
    picture,
    locale: request.headers.get('accept-language')?.startsWith('en') ? ('en' as const) : ('ja' as const),
    scenario: localStorage.getItem(scenarioKey) ?? '',
  })
  // One for each address, not for each operation: whoever answers looks at all of them in turn.
  const stream = http.get<{ name: string }>('/api/follow/:name', async ({ request, params: { name } }) => {
    if (!mocks.get(name)?.operation.follows) return
    const payload: unknown = JSON.parse(new URL(request.url).searchParams.get('payload') ?? '')
    const answer = answerAsMock(name, payload, asked(request))
    if (answer === 'never') await delay('infinite')
    else if (!answer.ok) return refusal(answer.code)
    const body = new ReadableStream({
      start(controller) {
        const said = followedAsMock(name, payload, asked(request))
        const text = said.map((data) => `event: changes\ndata: ${JSON.stringify(data)}\n\n`).join('')
        controller.enqueue(new TextEncoder().encode(`:\n\n${text}`))
      },
    })
    return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } })
  })
  const roots = { cms: cmsBase, public: publicBase }
  const calls = (['cms', 'public'] as const).map((base) =>
    http.post<{ name: string }>(`${roots[base]}/:name`, async ({ request, params: { name } }) => {
      if (mocks.get(name)?.operation.base !== base) return
      const answer = answerAsMock(name, await request.json(), asked(request))
      if (answer === 'never') await delay('infinite')
      else if (answer.ok) return HttpResponse.json(answer.data as object)
      else return refusal(answer.code)
    }),
  )
  return [...calls, stream]
}
