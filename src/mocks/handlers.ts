import { delay, HttpResponse, http } from 'msw'
import { config } from '#config.ts'
import type { Failure } from '#kit/contract.ts'
import { answerAsMock, mocks } from './answer'

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
  return [...mocks.values()].map(({ operation: { name, base } }) =>
    http.post(`${base === 'public' ? publicBase : cmsBase}/${name}`, async ({ request }) => {
      const uid = request.headers.get('authorization')?.replace(/^Bearer (mock\.)?/, '') ?? ''
      const scenario = localStorage.getItem(scenarioKey) ?? ''
      const answer = answerAsMock(name, await request.json(), { uid, picture, scenario })
      if (answer === 'never') await delay('infinite')
      else if (answer.ok) return HttpResponse.json(answer.data as object)
      else return refusal(answer.code)
    }),
  )
}
