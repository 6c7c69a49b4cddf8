import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useRead, useWrite } from '../../../client/useOperation'
import { Card } from '../../../ui/Card'
import { FailedState } from '../../../ui/faces/FailedState'
import { SkeletonText } from '../../../ui/faces/Skeleton'
import { Switch } from '../../../ui/form/Switch'
import { toast } from '../../../ui/overlay/Toaster'
import { useAttempt } from '../../../ui/useAttempt'
import { fans } from '../contract'
import { MailNewsWords, useMailNewsWords } from './words'

/** News by mail, with a switch per club that is saved at once. */
export const MailSettings = () => (
  <MailNewsWords>
    <Settings />
  </MailNewsWords>
)

const Settings = () => {
  const words = useMailNewsWords()
  const { data, failed } = useRead(fans.getMailSettings, {})
  return (
    <chakra.div maxW="720px" id="mails">
      <Card title={words.title} lead={words.lead}>
        {failed && <FailedState {...failed} />}
        {!failed && !data && <SkeletonText lines={3} />}
        {data?.brands.length === 0 && (
          <chakra.p color="muted" fontSize="14px">
            {words.none}
          </chakra.p>
        )}
        {data && data.brands.length > 0 && (
          <chakra.ul listStyleType="none" display="grid" gap={2}>
            {data.brands.map((brand) => (
              <li key={brand.brandId}>
                <OfBrand {...brand} />
              </li>
            ))}
          </chakra.ul>
        )}
      </Card>
    </chakra.div>
  )
}

type Brand = { tenantId: string; brandId: string; name: string; newsByMail: boolean }

const OfBrand = ({ tenantId, brandId, name, newsByMail }: Brand) => {
  const words = useMailNewsWords()
  const attempt = useAttempt(words.refusals)
  const set = useWrite(fans.setNewsByMail, { refresh: [fans.getMailSettings] })
  /** The pressed value, until the response has arrived. */
  const [pressed, setPressed] = useState<boolean | null>(null)
  const change = async (isOn: boolean) => {
    setPressed(isOn)
    const isDone = await attempt(() => set.mutateAsync({ tenantId, brandId, isOn }))
    if (isDone) toast({ tone: 'ok', title: isOn ? words.on(name) : words.off(name) })
    setPressed(null)
  }
  return (
    <Switch
      label={words.of(name)}
      checked={pressed ?? newsByMail}
      aria-busy={set.isPending || undefined}
      onChange={(event) => {
        if (!set.isPending) void change(event.currentTarget.checked)
      }}
    />
  )
}
