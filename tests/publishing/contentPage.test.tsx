// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ContentEnd } from '#publishing/comments/fan/ContentEnd.tsx'
import { ContentPage, isStillOn } from '#publishing/contents/fan/ContentPage.tsx'
import { LockedWords } from '#publishing/contents/fan/lockedWords.tsx'
import { FanContentWords } from '#publishing/contents/fan/words.tsx'
import type { PublicPlanContent } from '#publishing/contents/public/contract.ts'
import { UiWords } from '#ui/words.tsx'
import { settle, show } from '../support/screen'

const startAt = Date.UTC(2036, 10, 30, 10)
type Shown = NonNullable<Parameters<typeof ContentPage>[0]['shown']>
const lockedLive = (live: Partial<NonNullable<Shown['live']>>): Shown => ({
  type: 'streaming',
  name: 'Live of the autumn',
  thumbnail: '',
  description: '',
  preview: '',
  clip: '',
  publishedAt: Date.UTC(2026, 10, 2),
  live: { streamingStatus: 'beforeLive', startAt, eventState: null, ...live },
  content: null,
  why: {
    status: 'requiredPurchasePlan',
    conditions: { hasPlan: false, hasMonth: true },
    backNumberPeriod: null,
    isMonthOver: false,
    plans: [{ planId: 'plan_a', name: 'Galaxy' }],
    opensAt: null,
    unlockOptions: [],
  },
})
const underTheName = async (shown: Shown, locale: 'en' | 'ja' = 'en') => {
  const brand = { tenantId: 'tenant_a', brandSlug: 'aoi' }
  await show(<ContentPage brand={brand} planContentId="content_a" shown={shown} nothing={() => null} />, {
    locale,
    words: [UiWords, FanContentWords, LockedWords],
  })
  const said = document.querySelector('h1 + p')?.textContent ?? ''
  cleanup()
  return said
}

test('a locked live says to a visitor when it begins', async () => {
  expect(await underTheName(lockedLive({}))).toBe('Begins Sun, Nov 30, 2036, 19:00 JST')
  expect(await underTheName(lockedLive({}), 'ja')).toBe('2036/11/30（日）19:00 JST開始')
})

test('one that is over says when it was, one that does not come says so', async () => {
  expect(await underTheName(lockedLive({ streamingStatus: 'vod' }))).toBe('Sun, Nov 30, 2036, 19:00 JST')
  expect(await underTheName(lockedLive({ eventState: 'canceled' }))).toBe('Cancelled')
  expect(await underTheName(lockedLive({ eventState: 'undated', startAt: null }), 'ja')).toBe('延期')
})

const opened = (of: Shown, more: Partial<Extract<PublicPlanContent, { type: 'streaming' }>['details']> = {}) => {
  const details = {
    ...{ eventId: null, event: null, streamingId: null, streamingPageUrl: '', streamingSource: null },
    ...{ startAt, expiredAt: null, streamingStatus: 'ended' as const, health: 'ok' as const, vodAvailableAt: null },
    ...{ notices: [], eventState: null, eventReason: '', ...more },
  }
  return {
    ...{ type: 'streaming' as const, planContentId: 'content_a', tenantId: 'tenant_a', details },
    brand: { name: 'Aoi', slug: 'aoi', iconThumbnail: '', coverThumbnail: '' },
    ...{ planContentName: of.name, planContentDescription: '', thumbnail: '', visibility: 'allUsers' as const },
    ...{ publishedAt: of.publishedAt, backNumberPeriod: null },
  }
}

test('who may see it reads the hour of the live, not of its publication', async () => {
  const of = lockedLive({})
  expect(await underTheName({ ...of, content: opened(of), why: null })).toBe('Sun, Nov 30, 2036, 19:00 JST')
})

test('an archive and a live that is over lead on to other contents; a live that is on, or comes, keeps who is there', async () => {
  const hasWayOn = async (more: Parameters<typeof opened>[1]) => {
    const brand = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi', brandSlug: 'aoi' }
    const content = opened(lockedLive({}), more)
    // The page loads nothing of what stands below for them.
    if (isStillOn(content)) return false
    await show(<ContentEnd brand={brand} planContentId="content_4" content={content} fan={null} loginHref="/login" />, {
      words: [UiWords, FanContentWords],
    })
    await settle()
    const found = screen.queryByRole('heading', { name: 'What to see next' }) !== null
    cleanup()
    return found
  }
  expect(await hasWayOn({ streamingStatus: 'vod' })).toBe(true)
  expect(await hasWayOn({ streamingStatus: 'ended' })).toBe(true)
  expect(await hasWayOn({ streamingStatus: 'beforeLive', eventState: 'canceled' })).toBe(true)
  expect(await hasWayOn({ streamingStatus: 'live' })).toBe(false)
  expect(await hasWayOn({ streamingStatus: 'beforeLive' })).toBe(false)
})
