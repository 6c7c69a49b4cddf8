export { MemberMovesScreen as default } from '../../../../../../features/dashboard/MemberMovesScreen'
