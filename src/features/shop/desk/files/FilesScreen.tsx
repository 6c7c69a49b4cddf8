import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { Card } from '#ui/Card.tsx'
import { Page } from '#ui/page/Page.tsx'
import { Tabs } from '#ui/page/Tabs.tsx'
import { FulfillmentWords } from '../../parcels/words'
import { Exports } from './Exports'
import { Imports } from './Imports'
import { OrderFileWords, useOrderFileWords } from './words'

export const FilesScreen = () => (
  <OrderFileWords>
    <FulfillmentWords>
      <Screen />
    </FulfillmentWords>
  </OrderFileWords>
)

const Screen = () => {
  const words = useOrderFileWords()
  const ids = useRouteIds('tenantId', 'brandId')
  const isImports = useQueryValue('tab') === 'imports'
  return (
    <Page title={words.title} {...(ids && { back: { href: routes.orders(ids), label: words.back } })}>
      {ids && (
        <Card flush>
          <Tabs
            label={words.title}
            items={(['exports', 'imports'] as const).map((tab) => ({
              label: words.tabs[tab],
              href: routes.orderFiles(ids, tab === 'exports' ? {} : { query: { tab } }),
              current: isImports === (tab === 'imports'),
            }))}
          />
          {isImports ? <Imports ids={ids} /> : <Exports ids={ids} />}
        </Card>
      )}
    </Page>
  )
}
