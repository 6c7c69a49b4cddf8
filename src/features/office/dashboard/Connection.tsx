import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { onOAuthResult, openOAuth } from '#client/oauth.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { dashboard as contract } from './contract'
import { useDashboardWords } from './words'

type Ids = { tenantId: string; brandId: string }
const refresh = [contract.getDashboardConnection] as const

/** Looker reports and the analytics connection, if this installation has them; otherwise nothing. */
export const Connection = ({ ids }: { ids: Ids }) => {
  const words = useDashboardWords()
  const read = useRead(contract.getDashboardConnection, ids)
  if (read.failed)
    return (
      <Card title={words.connection}>
        <FailedState {...read.failed} />
      </Card>
    )
  if (!read.data) return null
  const { reports, isConnectable, canConnect, connection } = read.data
  return (
    <>
      {reports.length > 0 && <Reports ids={ids} reports={reports} />}
      {isConnectable && (canConnect || connection) && (
        <Card title={words.connection}>
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3}>
            <chakra.p flex="1" minW="200px" fontSize="0.875rem">
              {connection ? (
                <>
                  {words.connected(connection.connectedBy)}{' '}
                  <chakra.span color="muted">
                    <DateText at={connection.connectedAt} short hour />
                  </chakra.span>
                </>
              ) : (
                words.notConnected
              )}
            </chakra.p>
            {canConnect && (connection ? <Disconnect ids={ids} /> : <Connect ids={ids} />)}
          </chakra.div>
        </Card>
      )}
    </>
  )
}

const Connect = ({ ids }: { ids: Ids }) => {
  const words = useDashboardWords()
  const attempt = useAttempt(words.refusals)
  const begin = useWrite(contract['dashboard/getOAuthRedirectUrl'])
  const finish = useWrite(contract['dashboard/createOAuthRefreshToken'], { refresh })
  /** `state` of the OAuth attempt started by this page; results with another state are ignored. */
  const state = useRef<string | null>(null)
  const [isAway, setAway] = useState(false)
  const end = async (code: string) => {
    const { tenantId, brandId: brandFirestoreId } = ids
    if (await attempt(() => finish.mutateAsync({ tenantId, brandFirestoreId, code })))
      toast({ tone: 'ok', title: words.connectedNow })
    setAway(false)
  }
  const ending = useRef(end)
  ending.current = end
  useEffect(
    () =>
      onOAuthResult((told) => {
        if (state.current === null || told.state !== state.current) return
        state.current = null
        if (told.code) return void ending.current(told.code)
        setAway(false)
        toast({ tone: 'bad', title: words.failed })
      }),
    [words],
  )
  const start = async () => {
    await attempt(async () => {
      const { redirectUrl } = await begin.mutateAsync(ids)
      state.current = new URL(redirectUrl).searchParams.get('state')
      setAway(true)
      openOAuth(redirectUrl)
    })
  }
  return (
    <>
      {isAway && (
        <chakra.p fontSize="sm" color="muted" role="status">
          {words.connecting}
        </chakra.p>
      )}
      <Button look="primary" busy={begin.isPending || finish.isPending} onClick={() => void start()}>
        {words.connect}
      </Button>
    </>
  )
}

const Disconnect = ({ ids }: { ids: Ids }) => {
  const words = useDashboardWords()
  const attempt = useAttempt(words.refusals)
  const remove = useWrite(contract.removeDashboardConnection, { refresh })
  const run = async () => {
    if (await attempt(() => remove.mutateAsync(ids))) toast({ tone: 'ok', title: words.disconnected })
  }
  return (
    <Button look="dangerQuiet" busy={remove.isPending} onClick={() => void run()}>
      {words.disconnect}
    </Button>
  )
}

const Frame = chakra('iframe', { base: { w: '100%', h: '640px', borderWidth: 0, display: 'block' } })

const Reports = ({ ids, reports }: { ids: Ids; reports: readonly string[] }) => {
  const words = useDashboardWords()
  const [chosen, setChosen] = useState(reports[0] ?? '')
  return (
    <Card
      title={words.reports}
      flush
      action={
        reports.length > 1 && (
          <chakra.div display="flex" gap={2}>
            {reports.map((src, n) => (
              <Button key={src} aria-pressed={src === chosen} onClick={() => setChosen(src)}>
                {words.report(n + 1)}
              </Button>
            ))}
          </chakra.div>
        )
      }
    >
      <Report key={chosen} brandId={ids.brandId} src={chosen} title={words.report(reports.indexOf(chosen) + 1)} />
    </Card>
  )
}

/** A report's URL can be used only once, so that each opening requests a new one. */
const Report = ({ brandId, src, title }: { brandId: string; src: string; title: string }) => {
  const read = useRead(contract['dashboard/getLookerSignedUrlUrl'], { brandFirestoreId: brandId, src })
  const [url, setUrl] = useState('')
  const told = read.data?.url
  useEffect(() => {
    if (told) setUrl((before) => before || told)
  }, [told])
  if (read.failed) return <FailedState {...read.failed} />
  return url ? <Frame src={url} title={title} /> : <Bone h="640px" w="100%" />
}
