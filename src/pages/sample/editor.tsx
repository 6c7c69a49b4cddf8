export { SampleEditorScreen as default } from '#publishing/contents/SampleEditorScreen.tsx'
