// Scalar's services beside the reference itself are all off: nothing leaves this server.
Scalar.createApiReference('#reference', {
  sources: [
    { title: 'Public API', slug: 'pub', url: '/pub/v1/openapi.json', default: true },
    { title: 'Management API', slug: 'manage', url: '/manage/v1/openapi.json' },
  ],
  agent: { disabled: true },
  documentDownloadType: 'json',
  hideClientButton: true,
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  telemetry: false,
  withDefaultFonts: false,
})
