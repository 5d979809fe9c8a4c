import { Command, Option } from 'commander'
import { ClientError } from '../client/client.ts'
import { forbidden } from '../lib/errors.ts'
import { connectTo } from '../mcp/connect.ts'
import type { Kontor, Mode } from '../mcp/tool.ts'
import { VERSION } from '../platform/version.ts'

/** For assistants that start a program instead of calling an address. */
export const mcpCommand = () =>
  new Command('mcp')
    .description('serve an assistant over standard input and output, with a token of yours')
    .requiredOption('--url <address>', 'address of the server, such as https://kontor.example.org')
    .addOption(
      new Option('--token <token>', 'a token of yours; better in the environment').env(
        'KONTOR_TOKEN',
      ),
    )
    .option('--read-only', 'offer only tools that read')
    .action(async ({ url, token, readOnly }: Options) => {
      const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
      const { buildMcpServer } = await import('../mcp/server.ts')
      const { processTools } = await import('../mcp/process-tools.ts')
      const connect = connectTo(url.replace(/\/+$/, ''), token)
      const assistants = await modeOf(connect())
      if (assistants === 'off') throw forbidden('this token is not for assistants')
      const mode: Mode = readOnly ? 'read' : assistants
      serveStdio(async () => {
        const more = mode === 'read' ? [] : await processTools(connect())
        return buildMcpServer(connect, { mode, version: VERSION, more })
      })
    })

type Options = { url: string; token?: string; readOnly?: boolean }

/** As the token says; one that may not ask says nothing. */
async function modeOf(kontor: Kontor): Promise<Mode> {
  try {
    return (await kontor.access.currentSession()).assistants
  } catch (error) {
    if (error instanceof ClientError && error.status === 403) return 'on'
    throw error
  }
}
