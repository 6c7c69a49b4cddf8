import { useState } from 'react'
import { useTenantUser } from '#club/identity/session.tsx'
import { Card } from '#ui/Card.tsx'
import { RichText } from '#ui/editor/RichText.tsx'
import { EditorWords } from '#ui/editor/words.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { useEditorWorld } from './edit/useEditorWorld'
import { ContentView } from './fan/ContentView'
import { ContentWords, useContentWords } from './words'

/** The editor on its own; its text is not saved. */
export const SampleEditorScreen = () => (
  <ContentWords>
    <EditorWords>
      <SampleEditor />
    </EditorWords>
  </ContentWords>
)

const none: ReadonlyMap<string, string> = new Map()

const SampleEditor = () => {
  const { sample, preview, form } = useContentWords()
  const { user } = useTenantUser()
  const brand = user.state === 'authorized' ? user.brands[0] : undefined
  const world = useEditorWorld(brand ? { tenantId: brand.tenantId, brandId: brand.brandId } : null)
  const [text, setText] = useState('')
  // Loading the reader remounts the page, which would lose text typed before.
  if (user.state === 'loading') return <PendingPage title={sample.title} lead={sample.text} failed={null} />
  return (
    <Page title={sample.title} lead={sample.text}>
      <Columns
        aside={
          <Card title={preview.title}>
            <ContentView text={text} />
          </Card>
        }
      >
        <RichText
          {...world}
          label={form.body}
          value={text}
          onChange={setText}
          sources={none}
          reading={(document) => <ContentView text={document} />}
        />
      </Columns>
    </Page>
  )
}
