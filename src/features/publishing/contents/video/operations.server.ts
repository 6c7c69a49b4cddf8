import { lookFor } from '#club/uploads/arrive.server.ts'
import type { ConversionReason } from '#kit/conversion.ts'
import { tokyoMonth } from '#kit/time.ts'
import type { Handlers } from '#server/context.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import { changeContent, createContent, editsOf, isActive, isDraft, isScheduled } from '../changes.server'
import { editActive, editDraft, editScheduled, publish, schedule } from '../content'
import type { video } from './contract'
import { videoJobs } from './jobs.server'
import { findVideo, insertConversion, moveConversion } from './queries.server'

export const videoHandlers: Handlers<typeof video> = {
  async getPlanContentVideoConversionStatus({ db, brand, storage, refuse }, { mediaId }) {
    const { conversion } = (await findVideo(db, brand, mediaId)) ?? refuse('mediaNotFound')
    return {
      status: conversion?.status ?? 'none',
      progress: conversion?.progress ?? 0,
      reason: (conversion?.reason ?? null) as ConversionReason | null,
      durationMs: conversion?.durationMs ?? null,
      width: conversion?.width ?? null,
      height: conversion?.height ?? null,
      posters: (conversion?.posters ?? []).map((key) => storage.publicUrl(key)),
    }
  },

  async cancelVideoConversion({ db, brand, now, refuse }, { mediaId }) {
    const found = (await findVideo(db, brand, mediaId)) ?? refuse('mediaNotFound')
    const stopped = { status: 'canceled' as const, finishedAt: now }
    const isStopped = found.conversion && (await moveConversion(db, found.conversion, ['progressing'], stopped))
    return isStopped ? {} : refuse('conversionNotRunning')
  },

  async retryVideoConversion({ db, brand, now, enqueue, refuse }, { mediaId }) {
    const found = (await findVideo(db, brand, mediaId)) ?? refuse('mediaNotFound')
    if (found.upload.state !== 'ready') return refuse('mediaNotFound')
    const anew = { status: 'progressing' as const, progress: 0, attempts: 0, reason: null, finishedAt: null }
    if (!found.conversion) await insertConversion(db, { tenantId: brand.tenantId, mediaId }, now)
    else if (!(await moveConversion(db, found.conversion, ['error', 'canceled'], anew))) {
      return refuse('conversionNotStopped')
    }
    await enqueue(videoJobs.convertVideo, { mediaId })
    return {}
  },

  async createDraftPlanContentVideo({ transaction, storage, ...context }, { mediaId }) {
    // Default: the month in which it would be published now.
    const said = { mediaId: mediaId ?? null, backNumberPeriod: tokyoMonth(context.now) }
    const create = ({ db }: Transaction) => createContent({ ...context, db }, 'video', said)
    if (mediaId === undefined) return transaction(create)
    const first = await transaction(async (one) => {
      const { upload } = (await findVideo(one.db, context.brand, mediaId)) ?? context.refuse('mediaNotFound')
      return upload.state === 'ready' ? create(one) : { upload }
    })
    if ('planContentId' in first) return first
    const isThere = await lookFor(storage, transaction, first.upload, context.now)
    return isThere ? transaction(create) : context.refuse('mediaNotFound')
  },

  updatePlanContentVideoAsDraft: (context, payload) =>
    changeContent(context, 'video', payload, (content) =>
      isDraft(content) ? editDraft(content, editsOf(payload), context.now) : context.refuse('notDraft'),
    ),

  updatePlanContentVideoAsActive: (context, payload) =>
    changeContent(context, 'video', payload, (content) =>
      isActive(content)
        ? editActive(content, editsOf(payload), context.now)
        : publish(content, editsOf(payload), context.now),
    ),

  scheduleToPublishPlanContentVideo: (context, payload) =>
    changeContent(context, 'video', payload, (content) => {
      const said = { ...editsOf(payload), publishingAt: payload.publishingAt }
      return isDraft(content) ? schedule(content, said, context.now) : context.refuse('notDraft')
    }),

  updatePublishmentScheduledPlanContentVideo: (context, payload) =>
    changeContent(context, 'video', payload, (content) =>
      isScheduled(content) ? editScheduled(content, editsOf(payload), context.now) : context.refuse('notScheduled'),
    ),
}
