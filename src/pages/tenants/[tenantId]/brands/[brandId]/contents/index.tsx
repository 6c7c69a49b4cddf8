export { ContentListScreen as default } from '#publishing/contents/list/ContentListScreen.tsx'
