import { ExportButton } from '#club/exports/ExportButton.tsx'
import { SalesScreen } from '#office/sales/SalesScreen.tsx'

const Page = () => <SalesScreen fileOf={(asked) => <ExportButton type="sales" asked={asked} />} />
export default Page
