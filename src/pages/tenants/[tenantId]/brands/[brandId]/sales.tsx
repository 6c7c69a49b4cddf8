import { ExportButton } from '../../../../../features/exports/ExportButton'
import { SalesScreen } from '../../../../../features/sales/SalesScreen'

const Page = () => <SalesScreen fileOf={(asked) => <ExportButton type="sales" asked={asked} />} />
export default Page
