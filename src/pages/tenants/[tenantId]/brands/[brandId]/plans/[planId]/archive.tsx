export { ArchivePlanScreen as default } from '../../../../../../../features/plans/ArchivePlanScreen'
