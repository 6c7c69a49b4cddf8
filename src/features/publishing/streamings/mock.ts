import { type MockContext, type Mocks, mockFilm, mockNow, refused } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import type { AdminStreaming, streamings } from './contract'
import type { StreamingStatus } from './streaming'

const ingest = { url: 'rtmp://localhost:1935/live', key: 'key-0123456789abcdefghij' }
const hour = 3_600_000

const streaming = (streamingStatus: StreamingStatus, changes: Partial<AdminStreaming> = {}): AdminStreaming => {
  const isBefore = streamingStatus === 'beforeLive'
  const startAt = isBefore ? mockNow + 3 * day : mockNow - hour
  const isOver = streamingStatus !== 'beforeLive' && streamingStatus !== 'live'
  return {
    streamingId: 'streaming_mock',
    eventId: 'event_3',
    eventTitle: '冬のワンマンライブ',
    scheduleId: 'schedule_3',
    streamingStatus,
    health: streamingStatus === 'live' ? 'ok' : 'noSignal',
    hasSecondEncoder: false,
    startAt,
    startedAt: isBefore ? null : startAt,
    endedAt: isOver ? mockNow - hour / 2 : null,
    expiredAt: startAt + 7 * day,
    recordingOn: true,
    autoStart: false,
    viewers: streamingStatus === 'live' ? 1284 : 0,
    viewersPeak: isBefore ? 0 : 1530,
    vod: {
      mediaId: isOver ? 'media_mock' : null,
      state: streamingStatus === 'vod' ? 'ready' : streamingStatus === 'beforeVOD' ? 'processing' : 'none',
      progress: streamingStatus === 'beforeVOD' ? 42 : 0,
      availableAt: null,
      visibilityOnReady: 'auto',
    },
    notices: isBefore ? [] : [{ noticeId: 'notice_1', text: 'まもなく後半を始めます。', at: mockNow - hour / 4 }],
    ingest,
    planContents: [{ planContentId: 'content_3', name: '冬のワンマンライブの配信' }],
    ...changes,
  }
}

type Answer<Name extends keyof typeof streamings> = Mocks<typeof streamings>['answers'][Name]
const at =
  (status: StreamingStatus, changes?: Partial<AdminStreaming>): Answer<'getStreaming'> =>
  ({ streamingId }, context: MockContext) => ({
    streaming: { ...streaming(status, changes), streamingId },
    monitorUrl: status === 'live' || status === 'vod' ? mockFilm(context) : '',
    canEdit: true,
  })
const answered = (status: StreamingStatus) => () => ({ streaming: streaming(status) })

export const streamingMocks: Mocks<typeof streamings> = {
  examples: ({ liveShow, publishedEvent, aheadSchedule, waitingStreaming, liveStreaming, tenantId, at, ids }) => ({
    createStreaming: {
      ...ids,
      eventId: publishedEvent,
      scheduleId: aheadSchedule,
      scheduledStartAt: at + 10 * day,
      recordingOn: true,
      expiredAt: 'indefinite',
    },
    getStreamings: { ...ids, eventId: publishedEvent },
    getStreaming: { ...ids, streamingId: liveStreaming },
    rotateStreamKey: { ...ids, streamingId: waitingStreaming },
    setAutoStart: { ...ids, streamingId: waitingStreaming, autoStart: true },
    noteWatching: { tenantId, planContentId: liveShow, viewer: '0123456789abcdef' },
    startLive: { ...ids, streamingId: waitingStreaming },
    endLive: { ...ids, streamingId: liveStreaming },
    setVodAvailability: {
      ...ids,
      streamingId: waitingStreaming,
      visibilityOnReady: 'staffCheck',
      availableAt: at + 12 * day,
    },
    extendStreaming: { ...ids, streamingId: waitingStreaming, expiredAt: at + 30 * day },
    postStreamingNotice: { ...ids, streamingId: liveStreaming, text: 'Soon.' },
  }),
  answers: {
    createStreaming: () => ({ streamingId: 'streaming_mock', ingest }),
    getStreamings: ({ eventId }) => {
      const { ingest: _, notices: __, ...shown } = streaming('beforeLive')
      return { streamings: eventId === 'event_3' ? [shown] : [], canEdit: true }
    },
    getStreaming: at('beforeLive'),
    rotateStreamKey: () => ({ ingest: { ...ingest, key: 'key-zyxwvutsrqponmlkji98' } }),
    setAutoStart: ({ autoStart }) => ({ streaming: streaming('beforeLive', { autoStart }) }),
    noteWatching: () => ({}),
    startLive: answered('live'),
    endLive: answered('beforeVOD'),
    setVodAvailability: answered('vod'),
    extendStreaming: answered('vod'),
    postStreamingNotice: answered('live'),
  },
  scenarios: {
    moderator: {
      getStreaming: ({ streamingId }) => ({
        streaming: { ...streaming('beforeLive', { ingest: null }), streamingId },
        monitorUrl: '',
        canEdit: false,
      }),
    },
    live: { getStreaming: at('live') },
    signalLost: { getStreaming: at('live', { health: 'noSignal' }) },
    secondEncoder: { getStreaming: at('live', { hasSecondEncoder: true }) },
    beforeVOD: { getStreaming: at('beforeVOD') },
    vod: { getStreaming: at('vod') },
    vodFailed: {
      getStreaming: at('ended', {
        vod: { mediaId: 'media_mock', state: 'failed', progress: 0, availableAt: null, visibilityOnReady: 'auto' },
      }),
    },
    vodEnded: { getStreaming: at('ended') },
    ingestOff: { getStreaming: at('beforeLive', { ingest: { url: '', key: ingest.key } }) },
    unknownStreaming: { getStreaming: () => refused('streamingNotFound') },
  },
}
