import { ExportButton } from '#club/exports/ExportButton.tsx'
import { SubscriberListScreen } from '#membership/subscriptions/staff/SubscriberListScreen.tsx'

const Page = () => <SubscriberListScreen fileOf={(asked) => <ExportButton type="subscribers" asked={asked} />} />
export default Page
