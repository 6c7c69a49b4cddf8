export { MonthListScreen as default } from '../../../../../../features/backNumbers/MonthListScreen'
