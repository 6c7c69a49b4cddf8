import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

/*
 * A new operation touches nine files (README): a sample is added to a copy of the sources. With the nine of them every check
 * passes; NEW_OPERATION=each (npm run soak) leaves out one after the other, and a check fails each time.
 */

const plans = 'src/features/membership/plans'
/** Before which text of which file what is written; an empty text begins a new file. */
const nine: Record<string, { before: string; text: string }[]> = {
  [`${plans}/contract.ts`]: [
    {
      before: '  activateDraftPlan: brandWrite({',
      text: `  touchDraftPlan: brandWrite({
    roles: contentRoles,
    audit: ['planId'],
    payload: { planId },
    result: changed,
    refusals: ['planNotFound'],
  }),
`,
    },
  ],
  [`${plans}/operations.server.ts`]: [
    { before: 'export const planHandlers', text: "import { touchPlan } from './queries.server'\n\n" },
    {
      before: '  async activateDraftPlan(',
      text: `  async touchDraftPlan({ db, brand, now, refuse }, { planId }) {
    return (await touchPlan(db, brand, planId, now)) ? { planId } : refuse('planNotFound')
  },

`,
    },
  ],
  [`${plans}/queries.server.ts`]: [
    {
      before: 'export const nextArchive',
      text: `export const touchPlan = async (db: Db, brand: Brand, planId: string, editedAt: Instant) =>
  (await db.update(plans).set({ editedAt }).where(and(plansOfBrand(brand), eq(plans.planId, planId), eq(plans.status, 'draft')))
    .returning({ planId: plans.planId })).length === 1

`,
    },
  ],
  [`${plans}/mock.ts`]: [
    { before: '    activateDraftPlan: { ...ids', text: '    touchDraftPlan: { ...ids, planId: draftPlan },\n' },
    { before: '    activateDraftPlan: edited', text: '    touchDraftPlan: ({ planId }) => ({ planId }),\n' },
  ],
  [`${plans}/acts.ts`]: [
    {
      before: '  activateDraftPlan:',
      text: "  touchDraftPlan: { ja: 'プランの下書きに印を付ける', en: 'Marked a draft' },\n",
    },
  ],
  [`${plans}/words.ja.ts`]: [{ before: "  title: 'プラン',", text: "  touch: '印を付ける',\n" }],
  [`${plans}/words.en.ts`]: [{ before: "  title: 'Plans',", text: "  touch: 'Mark',\n" }],
  [`${plans}/form/TouchDraft.tsx`]: [
    {
      before: '',
      text: `import { useWrite } from '#client/useOperation.ts'
import { Button } from '#ui/Button.tsx'
import { plans } from '../contract'
import { usePlanWords } from '../words'

export const TouchDraft = (draft: { tenantId: string; brandId: string; planId: string }) => {
  const touch = useWrite(plans.touchDraftPlan)
  return <Button onClick={() => void touch.mutateAsync(draft)}>{usePlanWords().touch}</Button>
}
`,
    },
  ],
  'tests/membership/touchDraftPlan.test.ts': [
    {
      before: '',
      text: `import { expect, test } from 'vitest'
import { plans } from '#membership/plans/contract.ts'
import { ask, club, refused } from '../support/club'
import { terms } from '../support/plan'

test('a draft is marked, and no other plan', async () => {
  const { ids, owner } = await club()
  const { planId } = await ask(plans.createDraftPlan, { ...ids, ...terms }, owner)
  expect(await ask(plans.touchDraftPlan, { ...ids, planId }, owner)).toEqual({ planId })
  expect(await refused(plans.touchDraftPlan, { ...ids, planId: 'plan_none' }, owner)).toMatchObject({ code: 'planNotFound' })
})
`,
    },
  ],
}

const copies: string[] = []
afterAll(() => {
  for (const folder of copies) rmSync(folder, { recursive: true, force: true })
})

const copyWithout = (left: string | null) => {
  const folder = mkdtempSync(join(tmpdir(), 'tsudoi-sample-'))
  copies.push(folder)
  for (const name of [
    'src',
    'tests',
    'e2e',
    'bench',
    'scripts',
    'docs',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ])
    cpSync(name, join(folder, name), { recursive: true })
  // The last one is made by a build.
  for (const name of ['node_modules', 'public', 'packages', 'next-env.d.ts'].filter((one) => existsSync(one)))
    symlinkSync(join(process.cwd(), name), join(folder, name))
  for (const [file, changes] of Object.entries(nine)) {
    if (file === left) continue
    for (const { before, text } of changes) {
      const path = join(folder, file)
      if (before === '') writeFileSync(path, text)
      else {
        const source = readFileSync(path, 'utf8')
        if (!source.includes(before)) throw new Error(`${file} holds no ${before}`)
        writeFileSync(
          path,
          source.replace(before, () => text + before),
        )
      }
    }
  }
  return folder
}

/** What a command says where it fails; nothing if it succeeds. */
const complaint = (folder: string, ...command: string[]) =>
  new Promise<string>((done) => {
    const env = { ...process.env, NEW_OPERATION: 'none' }
    const child = spawn(process.execPath, command, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk
      })
    child.on('close', (code) => done(code === 0 ? '' : said.slice(-3000) || `ended with ${code}`))
  })
const vitest = ['node_modules/vitest/vitest.mjs', 'run']
const walks = ['mocks', 'boundaries', 'wings', 'words', 'operations'].map((name) => `tests/program/${name}.test.ts`)
const checks = [
  // With one checker: each learns the types of packages anew, and other files have the second core to do.
  (folder: string) => complaint(folder, 'node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1'),
  (folder: string) => complaint(folder, ...vitest, ...walks),
  // What asks the database, of the sample alone: requests that are none, ids of other clubs, its row in the log, and its own test.
  (folder: string) =>
    complaint(
      folder,
      ...[...vitest, '-t', '(no request|ids|audit) touchDraftPlan|has a name in the log|a draft is marked'],
      ...['tests/program/badInput.test.ts', 'tests/program/access.test.ts', 'tests/club/audit.test.ts'],
      'tests/membership/touchDraftPlan.test.ts',
    ),
]
const firstComplaint = async (folder: string) => {
  for (const check of checks) {
    const said = await check(folder)
    if (said !== '') return said
  }
  return ''
}

const wanted = process.env.NEW_OPERATION ?? 'whole'

test.runIf(wanted === 'whole' || wanted === 'each')(
  'a new operation is nine files, and every check passes',
  async () => {
    expect(Object.keys(nine)).toHaveLength(9)
    expect(await firstComplaint(copyWithout(null))).toBe('')
  },
  // Types and walks of the whole program, beside other files' processes: it hangs only where others would have ended long ago.
  900_000,
)

describe.runIf(wanted === 'each')('without one of them a check fails', () => {
  test.each(Object.keys(nine))('%s', async (file) => {
    expect(await firstComplaint(copyWithout(file))).not.toBe('')
  })
})
