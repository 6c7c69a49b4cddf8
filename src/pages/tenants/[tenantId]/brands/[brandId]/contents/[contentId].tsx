export { ContentScreen as default } from '#publishing/contents/edit/ContentScreen.tsx'
