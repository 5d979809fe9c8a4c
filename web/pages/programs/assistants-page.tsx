import { Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { Page } from '../../components/page.tsx'
import { links } from '../../links.ts'
import { Copied } from '../admin/copied.tsx'
import { Section } from '../apps/item/section.tsx'
import { useProgramTexts } from './texts.ts'

const site = () => window.location.origin
const json = (value: object) => JSON.stringify(value, null, 2)

/** How each host of assistants is told about this server. */
const snippets = () => {
  const url = `${site()}/mcp`
  return {
    claude: `claude mcp add --transport http kontor ${url}`,
    cursor: json({ mcpServers: { kontor: { url } } }),
    vscode: json({ servers: { kontor: { type: 'http', url } } }),
    other: json({
      mcpServers: { kontor: { type: 'http', url, headers: { Authorization: 'Bearer …' } } },
    }),
    local: `KONTOR_TOKEN=… kontor mcp --url ${site()}`,
  }
}

/** Connect your assistant: ready lines for those that most people have. */
export function AssistantsPage() {
  const t = useProgramTexts().assistants
  const { claude, cursor, vscode, other, local } = snippets()
  return (
    <Page title={t.title} below={<Text size="sm">{t.hint}</Text>}>
      <Stack gap="lg" maw={760}>
        <Section title={t.address}>
          <Copied text={`${site()}/mcp`} label={t.address} />
          <Text size="sm">{t.after}</Text>
        </Section>
        <Host name="Claude" steps={t.steps.claude} snippet={claude} />
        <Host name="ChatGPT" steps={t.steps.chatgpt} />
        <Host name="Cursor" steps={t.steps.cursor} snippet={cursor} />
        <Host name="VS Code" steps={t.steps.vscode} snippet={vscode} />
        <Host name={t.other} steps={t.steps.other} snippet={other} />
        <Host name={t.local} steps={t.steps.local} snippet={local} />
        <Link to={links.adminPart('tokens')} className="link">
          {t.tokens}
        </Link>
      </Stack>
    </Page>
  )
}

function Host({ name, steps, snippet }: { name: string; steps: string; snippet?: string }) {
  return (
    <Section title={name}>
      <Text size="sm">{steps}</Text>
      {snippet && <Copied text={snippet} label={name} />}
    </Section>
  )
}
