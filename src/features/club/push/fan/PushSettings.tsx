import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { allowPush, endPush, type PushState, pushState, subscriptionHere } from '#client/push.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { push } from '../contract'
import { QuietHoursForm } from './QuietHoursForm'
import { PushWords, usePushWords } from './words'

/** Messages on the fan's devices: this one, others, and when none come. */
export const PushSettings = () => (
  <PushWords>
    <Settings />
  </PushWords>
)

type Here = { state: PushState; endpoint: string | undefined }
const lookHere = async (): Promise<Here> => ({
  state: await pushState(),
  endpoint: (await subscriptionHere())?.endpoint,
})

const Text = chakra('p', { base: { fontSize: '0.875rem' } })

const Settings = () => {
  const words = usePushWords()
  const [here, setHere] = useState<Here | null>(null)
  useEffect(() => {
    lookHere().then(setHere, () => setHere({ state: 'unsupported', endpoint: undefined }))
  }, [])
  const payload = here && (here.endpoint === undefined ? {} : { endpoint: here.endpoint })
  const { data, failed } = useRead(push.getPushSettings, payload)
  // Where this installation sends none there is nothing to choose.
  if (data && data.publicKey === null) return null
  return (
    <Card title={words.title} lead={words.lead}>
      {failed && <FailedState {...failed} />}
      {!failed && !(data && here) && <SkeletonText lines={3} />}
      {data && here && (
        <chakra.div display="grid" gap={6}>
          <ThisDevice
            here={here}
            deviceId={data.devices.find(({ isThis }) => isThis)?.deviceId}
            publicKey={data.publicKey ?? ''}
            onChange={async () => setHere(await lookHere())}
          />
          <OtherDevices devices={data.devices.filter(({ isThis }) => !isThis)} />
          <QuietHoursForm quiet={data.quiet} />
        </chakra.div>
      )}
    </Card>
  )
}

const refresh = { refresh: [push.getPushSettings] }

type ThisDeviceProps = {
  here: Here
  deviceId: string | undefined
  publicKey: string
  onChange: () => Promise<void>
}
const ThisDevice = ({ here, deviceId, publicKey, onChange }: ThisDeviceProps) => {
  const words = usePushWords()
  const attempt = useAttempt(words.refusals)
  const add = useWrite(push.addPushDevice, refresh)
  const remove = useWrite(push.removePushDevice, refresh)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<'denied' | 'failed' | null>(null)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    await work()
    await onChange()
    setBusy(false)
  }
  const allow = () =>
    run(async () => {
      const allowed = await allowPush(publicKey).catch(() => 'failed' as const)
      if (allowed === null || allowed === 'failed') return setProblem(allowed ?? 'denied')
      if (await attempt(() => add.mutateAsync(allowed))) toast({ tone: 'ok', title: words.allowed })
      // What the server does not know of must not look as if it were on.
      else await endPush()
    })
  const end = () =>
    run(async () => {
      await endPush()
      // Its push service may have said so already.
      if (deviceId) await attempt(() => remove.mutateAsync({ deviceId }), { on: { deviceNotFound: () => {} } })
      toast({ tone: 'ok', title: words.ended })
    })
  // The browser and the server both have to know.
  const isOn = here.state === 'on' && deviceId !== undefined
  const mayAllow = !isOn && (here.state === 'off' || here.state === 'on')
  return (
    <chakra.div display="grid" gap={3} justifyItems="start">
      {isOn && <Text>{words.on}</Text>}
      {!isOn && !mayAllow && here.state !== 'off' && here.state !== 'on' && (
        <Text color="muted">{words[here.state]}</Text>
      )}
      {problem && (
        <Text role="alert" color="bad">
          {words[problem]}
        </Text>
      )}
      {isOn && (
        <Button busy={busy} onClick={() => void end()}>
          {words.end}
        </Button>
      )}
      {mayAllow && (
        <Button look="primary" busy={busy} onClick={() => void allow()}>
          {words.allow}
        </Button>
      )}
    </chakra.div>
  )
}

type Device = { deviceId: string; name: string; createdAt: number }
const OtherDevices = ({ devices }: { devices: Device[] }) => {
  const words = usePushWords()
  const locale = useLocale()
  const attempt = useAttempt(words.refusals)
  const remove = useWrite(push.removePushDevice, refresh)
  if (devices.length === 0) return null
  const end = async ({ deviceId, name }: Device) => {
    if (await attempt(() => remove.mutateAsync({ deviceId }))) toast({ tone: 'ok', title: words.removed(name) })
  }
  return (
    <chakra.section display="grid" gap={2}>
      <chakra.h3 fontSize="0.875rem">{words.others}</chakra.h3>
      <ul>
        {devices.map((device) => (
          <chakra.li
            key={device.deviceId}
            display="flex"
            alignItems="center"
            justifyContent="space-between"
            gap={3}
            minH="44px"
            borderTopWidth="1px"
            borderColor="border"
            fontSize="0.875rem"
          >
            <span>
              {device.name}{' '}
              <chakra.span color="muted" display="inline-block">
                {words.since(dateText(device.createdAt, locale, { short: true }))}
              </chakra.span>
            </span>
            <Button size="s" look="quiet" aria-label={words.removeNamed(device.name)} onClick={() => void end(device)}>
              {words.remove}
            </Button>
          </chakra.li>
        ))}
      </ul>
    </chakra.section>
  )
}
