export { MonthListScreen as default } from '#publishing/backNumbers/MonthListScreen.tsx'
