import { Card } from '../Card'
import { EmptyState } from '../faces/EmptyState'
import { ShieldIcon } from '../look/icons'
import { usePortalWords } from '../portalWords'
import { Page } from './Page'

/** Shown to everybody else instead of a page for the platform's operators. */
export const OperatorsOnly = ({ title }: { title: string }) => (
  <Page title={title}>
    <Card>
      <EmptyState icon={<ShieldIcon size={24} />} title={usePortalWords().operatorsOnly} />
    </Card>
  </Page>
)
