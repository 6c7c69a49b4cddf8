import type { ComponentProps } from 'react'
import { Card } from '../Card'
import { FailedState } from '../faces/FailedState'
import { SkeletonText } from '../faces/Skeleton'
import { Page } from './Page'

type PendingPageProps = Omit<ComponentProps<typeof Page>, 'children'> & {
  /** `failed` of `useRead`: the page shows the error and a button to load again. */
  failed: ComponentProps<typeof FailedState> | null
  lines?: number
}

/** A resource page before its resource is there: its skeleton, or why there is none. */
export const PendingPage = ({ failed, lines = 8, ...page }: PendingPageProps) => (
  <Page {...page}>
    <Card>{failed ? <FailedState {...failed} /> : <SkeletonText lines={lines} />}</Card>
  </Page>
)
