import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useTenantUser } from '#club/identity/session.tsx'
import { tenantNameLength, tenants } from '#club/tenants/contract.ts'
import type { ResultOf } from '#kit/contract.ts'
import { text } from '#kit/text.ts'
import { clubPage } from '#office/club/contract.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card, Surface } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonCards } from '#ui/faces/Skeleton.tsx'
import { Field } from '#ui/form/Field.tsx'
import { useZodForm } from '#ui/form/state/useZodForm.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { PlusIcon } from '#ui/look/icons.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Picture } from '#ui/Picture.tsx'
import { Page } from '#ui/page/Page.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { MemberList } from './MemberList'
import { TenantWords, useTenantWords } from './words'

export const TenantScreen = () => (
  <TenantWords>
    <TenantHome />
  </TenantWords>
)

const NewBrandDialog = dynamic(() => import('./closing/NewBrandDialog').then((m) => m.NewBrandDialog), { ssr: false })
const Closing = dynamic(() => import('./closing/ClosingCards').then((m) => m.Closing), { ssr: false })

const SuspensionBanner = dynamic(() => import('../suspension/SuspensionBanner').then((m) => m.SuspensionBanner), {
  ssr: false,
})

type Club = ResultOf<typeof clubPage.getTenant>

const TenantHome = () => {
  const words = useTenantWords()
  const ids = useRouteIds('tenantId')
  const read = useRead(clubPage.getTenant, ids)
  const club = read.data
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title={club?.name ?? words.list.title}
      badge={club && <Badge tone="info">{words.home.myRole(words.roles[club.role])}</Badge>}
    >
      {club?.suspension && (
        <SuspensionBanner
          suspension={club.suspension}
          ids={club.brands[0] ? { tenantId: club.tenantId, brandId: club.brands[0].brandId } : null}
        />
      )}
      <chakra.div display="grid" gap={6}>
        <chakra.section display="grid" gap={3} aria-labelledby="brands">
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap={2}>
            <chakra.h2 id="brands" fontSize="lg">
              {words.home.brands}
            </chakra.h2>
            {club?.canClose && club.closesAt === null && (
              <Button onClick={() => setAdding(true)}>
                <PlusIcon size={16} />
                {words.newBrand.button}
              </Button>
            )}
          </chakra.div>
          {read.failed ? (
            <Card>
              <FailedState {...read.failed} />
            </Card>
          ) : club ? (
            <BrandCards club={club} />
          ) : (
            <SkeletonCards cards={2} />
          )}
        </chakra.section>
        {club && <MemberList club={club} />}
        {club?.canRename && <Settings club={club} />}
        {club?.canClose && <Closing tenantId={club.tenantId} />}
      </chakra.div>
      {club && isAdding && <NewBrandDialog tenantId={club.tenantId} onClose={() => setAdding(false)} />}
    </Page>
  )
}

const BrandLink = chakra(Link, { base: { display: 'block', h: '100%', _hover: { bg: 'hover' } } })

const BrandCards = ({ club }: { club: Club }) => {
  const { home: words, closing } = useTenantWords()
  return (
    <chakra.ul
      display="grid"
      gap={4}
      listStyleType="none"
      gridTemplateColumns="repeat(auto-fill, minmax(min(300px, 100%), 1fr))"
    >
      {club.brands.map((brand) => (
        <chakra.li key={brand.brandId} maxW="480px">
          <Surface as="div" overflow="hidden" h="100%">
            <BrandLink href={routes.brand({ tenantId: club.tenantId, brandId: brand.brandId })}>
              <chakra.div h="112px" bg="sunken">
                {brand.thumbnail && (
                  <Picture src={brand.thumbnail} sizes="(min-width: 480px) 400px, 100vw" alt="" w="100%" h="100%" />
                )}
              </chakra.div>
              <chakra.div p={4} display="flex" gap={3} alignItems="center">
                <Avatar name={brand.name} src={brand.icon} size={44} shape="square" />
                <chakra.div minW="0">
                  <chakra.p fontWeight="bold" lineHeight="1.4" overflowWrap="anywhere">
                    {brand.name}
                  </chakra.p>
                  {brand.closesAt !== null && (
                    <Badge tone="warn" mb={1}>
                      {closing.states[brand.closesAt > Date.now() ? 'closing' : 'closed']}
                    </Badge>
                  )}
                  <chakra.p color="muted" fontSize="sm" fontVariantNumeric="tabular-nums">
                    {words.counts(words.members(brand.members), words.activePlans(brand.activePlans))}
                  </chakra.p>
                </chakra.div>
              </chakra.div>
            </BrandLink>
          </Surface>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}

const Settings = ({ club }: { club: Club }) => {
  const { home: words, refusals } = useTenantWords()
  const attempt = useAttempt(refusals)
  const { refresh } = useTenantUser()
  const update = useWrite(tenants.updateTenant, { refresh: [clubPage.getTenant] })
  const form = useZodForm<{ name: string }>({
    schema: z.object({ name: text({ min: 1, max: tenantNameLength }) }),
    values: { name: club.name },
  })
  useEffect(() => form.reset({ name: club.name }), [club.name, form.reset])
  const rename = form.submit(async ({ name }) => {
    await attempt(
      async () => {
        await update.mutateAsync({ tenantId: club.tenantId, name })
        await refresh()
        toast({ tone: 'ok', title: words.renamed })
      },
      { onFields: form.showFailure },
    )
  })
  return (
    <Card title={words.settings}>
      <chakra.form onSubmit={rename} display="grid" gap={4} maxW="480px" noValidate>
        <Field
          label={words.name}
          required
          max={tenantNameLength}
          value={form.watch('name')}
          error={form.formState.errors.name?.message}
        >
          <TextInput {...form.register('name')} />
        </Field>
        <div>
          <Button type="submit" busy={update.isPending} disabled={!form.formState.isDirty}>
            {words.rename}
          </Button>
        </div>
      </chakra.form>
    </Card>
  )
}
