import type { ComponentType } from 'react'
import type { FramedPage } from '#client/page.ts'
import { PortalRoot } from './PortalRoot'

/**
 * A page of the portal, in its frame. The page brings the frame itself, so that what both need is loaded once: a frame in a chunk of its
 * own would bring all of that again.
 */
export const portalPage = <Props extends object>(
  Screen: ComponentType<Props>,
  { frame = 'portal' }: { frame?: 'portal' | 'signIn' } = {},
): FramedPage<Props> => {
  const Page = (props: Props) => <Screen {...props} />
  return Object.assign(Page, { frame, root: PortalRoot })
}
