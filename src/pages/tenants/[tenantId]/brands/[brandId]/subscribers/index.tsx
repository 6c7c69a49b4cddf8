import { ExportButton } from '../../../../../../features/exports/ExportButton'
import { SubscriberListScreen } from '../../../../../../features/subscriptions/staff/SubscriberListScreen'

const Page = () => <SubscriberListScreen fileOf={(asked) => <ExportButton type="subscribers" asked={asked} />} />
export default Page
