import { Command, Option } from 'commander'
import { connectTo } from '../mcp/connect.ts'
import type { Mode } from '../mcp/tool.ts'
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
      const mode: Mode = readOnly ? 'read' : 'on'
      const connect = connectTo(url.replace(/\/+$/, ''), token)
      serveStdio(async () => {
        const more = readOnly ? [] : await processTools(connect())
        return buildMcpServer(connect, { mode, version: VERSION, more })
      })
    })

type Options = { url: string; token?: string; readOnly?: boolean }
