export { ArchivePlanScreen as default } from '#membership/plans/ArchivePlanScreen.tsx'
