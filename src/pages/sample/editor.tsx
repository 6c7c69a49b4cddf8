import { portalPage } from '#office/portal/portalPage.tsx'
import { SampleEditorScreen } from '#publishing/contents/SampleEditorScreen.tsx'

export default portalPage(SampleEditorScreen)
