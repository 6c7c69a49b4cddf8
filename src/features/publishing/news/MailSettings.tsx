import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { routes } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { isNews } from '#club/push/notice.ts'
import { memberNews } from '#publishing/news/contract.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Card } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { Link } from '#ui/Link.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { NoticeChoices } from './NoticeChoices'
import { MailNewsWords, useMailNewsWords } from './words'

/** What a club may do with the fan's address, with a switch per club that is saved at once: send news, and see it. */
export const MailSettings = () => (
  <MailNewsWords>
    <Settings />
  </MailNewsWords>
)

const Clubs = chakra('ul', { base: { listStyleType: 'none', display: 'grid', gap: 2 } })

type ClubProps = { brand: { slug: string; name: string; icon: string }; children: ReactNode; below?: ReactNode }
/** A setting of a club, beside the icon that leads to it, and what belongs to it below. */
const Club = ({ brand, children, below }: ClubProps) => (
  <chakra.li display="grid" gap={2}>
    <chakra.div display="flex" alignItems="center" gap={3}>
      <Link href={routes.fanBrand({ brandSlug: brand.slug })} aria-label={brand.name} title={brand.name}>
        <Avatar name={brand.name} src={brand.icon} size={36} shape="square" />
      </Link>
      {children}
    </chakra.div>
    {below}
  </chakra.li>
)

const Settings = () => {
  const words = useMailNewsWords()
  const { data, failed } = useRead(memberNews.getMailSettings, {})
  return (
    <chakra.div maxW="720px" display="grid" gap={5} id="mails">
      <Card title={words.title} lead={words.lead}>
        {failed && <FailedState {...failed} />}
        {!failed && !data && <SkeletonText lines={3} />}
        {data?.brands.length === 0 && (
          <chakra.p color="muted" fontSize="0.875rem">
            {words.none}
          </chakra.p>
        )}
        {data && data.brands.length > 0 && (
          <Clubs>
            {data.brands.map((brand) => (
              <Club
                key={brand.brandId}
                brand={brand}
                below={
                  <NoticeChoices
                    brand={brand}
                    notices={brand.isMember ? brand.notices : brand.notices.filter(({ kind }) => !isNews(kind))}
                  />
                }
              >
                {brand.isMember ? (
                  <Setting brand={brand} of="news" isOn={brand.newsByMail} />
                ) : (
                  <chakra.span fontWeight="semibold">{brand.name}</chakra.span>
                )}
              </Club>
            ))}
          </Clubs>
        )}
      </Card>
      {data && data.brands.length > 0 && (
        <Card title={words.emailTitle} lead={words.emailLead}>
          <Clubs>
            {data.brands.map((brand) => (
              <Club key={brand.brandId} brand={brand}>
                <Setting brand={brand} of="email" isOn={brand.isEmailVisible} />
              </Club>
            ))}
          </Clubs>
        </Card>
      )}
    </chakra.div>
  )
}

type Brand = { tenantId: string; brandId: string; name: string }

const Setting = ({ brand, of, isOn }: { brand: Brand; of: 'news' | 'email'; isOn: boolean }) => {
  const words = useMailNewsWords()
  const says = words[of]
  const attempt = useAttempt(words.refusals)
  const refresh = [memberNews.getMailSettings]
  const news = useWrite(memberNews.setNewsByMail, { refresh })
  const email = useWrite(memberNews.setEmailVisible, { refresh })
  const set = of === 'news' ? news : email
  /** The pressed value, until the response has arrived. */
  const [pressed, setPressed] = useState<boolean | null>(null)
  const change = async (wanted: boolean) => {
    const { tenantId, brandId, name } = brand
    setPressed(wanted)
    const isDone = await attempt(() => set.mutateAsync({ tenantId, brandId, isOn: wanted }))
    if (isDone) toast({ tone: 'ok', title: wanted ? says.on(name) : says.off(name) })
    setPressed(null)
  }
  return (
    <Switch
      label={says.of(brand.name)}
      checked={pressed ?? isOn}
      aria-busy={set.isPending || undefined}
      onChange={(event) => {
        if (!set.isPending) void change(event.currentTarget.checked)
      }}
    />
  )
}
