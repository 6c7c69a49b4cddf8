import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '#program/operations.ts'

/* Every operation is used by a screen and asked by a test: what is written and never called would go unnoticed. */

const textOf = (folder: string, isRead: (path: string) => boolean): Set<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter(isRead)
      .flatMap((path) => readFileSync(path, 'utf8').match(/\w+/g) ?? []),
  )
const inScreens = textOf(
  'src',
  (path) =>
    /\.tsx$|\/use[A-Z]\w*\.ts$|\/load\w+\.server\.ts$|src\/client\//.test(path) && !path.includes('/pages/api/'),
)
/** Those that walk all operations name them for other reasons. */
const walks = /program\/(cost|mocks|operations|access|badInput|mails|newOperation|twoClubs)\.test\.ts$/
const inTests = textOf('tests', (path) => /\.test\.tsx?$/.test(path) && !walks.test(path))
for (const word of textOf('e2e', (path) => path.endsWith('.ts'))) inTests.add(word)

const names = [...operations.keys()]
const isIn = (words: Set<string>) => (name: string) => !words.has(name.split(/[/.]/).at(-1) ?? '')

/** Of the specification, asked of this program by others than its screens. */
const withoutScreen = [
  'createActivePlanContentNews',
  'createPublishmentScheduledPlanContentNews',
  'extendStreaming',
  'getGoodsMetadataById',
  'getPlanContentMetadata',
  'getPublicPlanBackNumbers',
  'getPublicPlanContentWithBackNumbers',
  'getSignedUrlForPlanContentVideoUpload',
  'normalizeHolderKana',
  'removeGoodsFromCart',
]
/** Covered by the walks over all operations alone; none may be added. */
const withoutTest = [
  'convertYucho',
  'deleteShippingAddress',
  'extendStreaming',
  'getStreamings',
  'labelFans',
  'normalizeHolderKana',
  'scheduleToPublishPlanContentVideo',
  'searchBranches',
  'setDefaultShippingAddress',
  'setPlatformInquiryState',
  'updateFan',
  'updatePublishmentScheduledPlanContentStreaming',
  'updatePublishmentScheduledPlanContentVideo',
]

test('every operation is called by a screen, but for those that the specification names and no screen of ours needs', () => {
  expect(names.filter(isIn(inScreens)).sort()).toEqual(withoutScreen.toSorted())
})

test('every operation has a test of its own, but for those that only the walks over all operations cover', () => {
  expect(names.filter(isIn(inTests)).sort()).toEqual(withoutTest.toSorted())
})
