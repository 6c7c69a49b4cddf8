import { ExportButton } from '../../../../../../features/exports/ExportButton'
import { FanListScreen } from '../../../../../../features/fans/staff/FanListScreen'

const Page = () => <FanListScreen fileOf={(asked) => <ExportButton type="fans" asked={asked} />} />
export default Page
