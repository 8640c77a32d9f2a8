import { Events, OAuth2Server } from "oauth2-mock-server";

/** A local OpenID Connect issuer without a sign-in form. It signs everybody in as the person in `claims`. */
export interface TestIssuer {
  url: string;
  oauthService: OAuth2Server["service"];
  claims: Record<string, unknown>;
  stop(): Promise<void>;
}

export async function startTestIssuer(): Promise<TestIssuer> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate("RS256");
  await server.start(0, "127.0.0.1");
  // Use another host than `localhost`, the host of the server under test, so that the issuer is another site. Browsers
  // treat cookies of other sites differently.
  const url = `http://127.0.0.1:${server.address().port}`;
  server.issuer.url = url;
  const issuer: TestIssuer = { url, oauthService: server.service, claims: {}, stop: () => server.stop() };
  server.service.on(Events.BeforeTokenSigning, (token) => Object.assign(token.payload, issuer.claims));
  return issuer;
}
