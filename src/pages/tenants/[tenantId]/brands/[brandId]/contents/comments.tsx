import { portalPage } from '#office/portal/portalPage.tsx'
import { CommentListScreen } from '#publishing/comments/CommentListScreen.tsx'

export default portalPage(CommentListScreen)
