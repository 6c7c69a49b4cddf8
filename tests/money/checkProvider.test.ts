import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { questions } from '../../bench/provider/questions'
import { told } from '../support/payments'
import { sandboxProvider } from '../support/sandboxProvider'

/*
 * `npm run check:provider` asks a real test account what is believed of the provider. The sandbox has to answer the same: otherwise
 * tests would pass on something that nobody believes.
 */

describe('the sandbox answers what is believed of the provider', () => {
  test.each(questions.map((one) => [one.id, one] as const))('%s', async (_, { believed, ask: asks }) => {
    expect(await asks(sandboxProvider())).toEqual(believed)
  })

  test('control: a store’s payment without a return_url is refused where one is wanted, and the program’s are not', async () => {
    await told({ returnUrl: 'wanted' })
    const byId = new Map(questions.map((one) => [one.id, one]))
    const answers = ['returnUrl', 'returnUrlGiven'].map((id) => byId.get(id)?.ask(sandboxProvider()))
    expect(await Promise.all(answers)).toEqual([{ refused: 'parameter_missing' }, { refused: null }])
    await told({ returnUrl: 'accepted' })
  })
})

describe('the command', () => {
  const run = (key: string) =>
    spawnSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'bench/checkProvider.ts'], {
      env: { ...process.env, STRIPE_TEST_KEY: key },
      encoding: 'utf8',
    })

  test('says what it would ask, and that nothing was asked, where it has no key', () => {
    const { status, stdout } = run('')
    expect(status).toBe(0)
    expect(stdout).toContain('nothing was asked')
    for (const { id } of questions) expect(stdout).toContain(`${id}:`)
  })

  test('takes no key of an account with real money', () => {
    // Put together here: what looks like a secret in a file is one to whoever scans it.
    const { status, stdout } = run(['sk', 'live', 'x'].join('_'))
    expect([status, stdout]).toEqual([1, 'STRIPE_TEST_KEY is not the key of a test account. Nothing was asked.\n'])
  })
})
