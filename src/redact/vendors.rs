//! Services whose keys have no mark of their own: hexadecimal, a UUID, letters and digits. Behind the name of the service,
//! as in `deepgram = …` or `snyk_key: …`, such a value is its key; behind a longer name only if that name says so.

use super::engine::Scan;
use super::judge::is_candidate;
use super::looks::{is_uuid, looks_random};
use super::references::Quote;
use super::shape::Class;
use super::span;

/// How each service is written, and where it says that its keys look so. Case does not count.
pub(super) const ROWS: &[(&str, &str)] = &[
    ("abuseipdb", "docs.abuseipdb.com"),
    ("app_certificate", "docs.agora.io/en/video-calling/reference/security"),
    ("ai21", "docs.ai21.com/reference/api-overview"),
    ("airtable", "airtable.com/developers/web/api/authentication"),
    ("algolia", "www.algolia.com/doc/guides/security/api-keys"),
    ("anypoint", "docs.mulesoft.com/access-management/connected-apps-developers"),
    ("asana", "developers.asana.com/docs/oauth"),
    ("assemblyai", "www.assemblyai.com/docs/api-reference/overview"),
    ("bitly", "dev.bitly.com/docs/getting-started/authentication"),
    ("bitrise", "devcenter.bitrise.io/en/api/authenticating-with-the-bitrise-api"),
    ("bittrex", "github.com/Bittrex/bittrex.github.io"),
    ("bw_session", "bitwarden.com/help/cli"),
    ("browserstack", "www.browserstack.com/docs/automate/api-reference/selenium/authentication"),
    ("bugsnag", "docs.bugsnag.com/api"),
    ("cc_test_reporter_id", "docs.codeclimate.com/docs/configuring-test-coverage"),
    ("clarifai", "docs.clarifai.com/control/authentication/pat"),
    ("clay", "university.clay.com/docs/http-api-with-clay-overview"),
    ("codecov", "docs.codecov.com/docs/codecov-tokens"),
    ("cohere", "docs.cohere.com/reference/about"),
    ("configcat", "configcat.com/docs/advanced/public-api"),
    ("contentful", "www.contentful.com/developers/docs/references/authentication"),
    ("coveralls", "docs.coveralls.io/api-introduction"),
    ("cypress", "docs.cypress.io/cloud/account-management/projects"),
    ("datadog", "docs.datadoghq.com/account_management/api-app-keys"),
    ("deepgram", "developers.deepgram.com/docs/create-additional-api-keys"),
    ("deepl", "developers.deepl.com/docs/getting-started/auth"),
    ("disqus", "disqus.com/api/docs/auth"),
    ("droneci", "docs.drone.io/api/overview"),
    ("dropbox", "www.dropbox.com/developers/reference/auth-types"),
    ("erlang_cookie", "www.rabbitmq.com/docs/clustering"),
    ("exoscale", "community.exoscale.com/product/iam/how-to/api-keys"),
    ("fal-api", "docs.fal.ai/model-apis/authentication"),
    ("fal_api", "docs.fal.ai/model-apis/authentication"),
    ("fastly", "www.fastly.com/documentation/reference/api/auth-tokens"),
    ("finnhub", "finnhub.io/docs/api/authentication"),
    ("flagsmith", "docs.flagsmith.com/clients/rest"),
    ("flickr", "www.flickr.com/services/api/auth.oauth.html"),
    ("freshbooks", "www.freshbooks.com/api/authentication"),
    ("gitter", "developer.gitter.im/docs/authentication"),
    ("gumroad", "gumroad.com/api"),
    ("heroku", "devcenter.heroku.com/articles/authentication"),
    ("honeybadger", "docs.honeybadger.io/api"),
    ("honeycomb", "docs.honeycomb.io/configure/environments/manage-api-keys"),
    ("hubspot", "developers.hubspot.com/docs/guides/apps/authentication/intro-to-auth"),
    ("infura", "docs.metamask.io/services/get-started/infura"),
    ("ipinfo", "ipinfo.io/developers"),
    ("ipstack", "ipstack.com/documentation"),
    ("jumpcloud", "jumpcloud.com/support/jumpcloud-apis1"),
    ("klaviyo", "developers.klaviyo.com/en/docs/authenticate_"),
    ("kucoin", "www.kucoin.com/docs-new/authentication"),
    ("launchdarkly", "launchdarkly.com/docs/home/account/api"),
    (
        "loggly",
        "documentation.solarwinds.com/en/success_center/loggly/content/admin/customer-token-authentication-token.htm",
    ),
    ("lokalise", "developers.lokalise.com/reference/api-authentication"),
    ("mailgun", "documentation.mailgun.com/docs/mailgun/api-reference/mg-auth"),
    ("mailjet", "dev.mailjet.com/email/reference/overview/authentication"),
    ("messagebird", "developers.messagebird.com/api"),
    ("mixpanel", "developer.mixpanel.com/reference/project-secret"),
    ("netlify", "docs.netlify.com/api/get-started"),
    ("newrelic", "docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys"),
    ("nuget key", "learn.microsoft.com/nuget/nuget-org/publish-a-package"),
    ("ollama", "docs.ollama.com/api/authentication"),
    ("opsgenie", "docs.opsgenie.com/docs/api-key-management"),
    ("openweather", "openweathermap.org/appid"),
    ("pyowm", "openweathermap.org/appid"),
    ("packagecloud", "packagecloud.io/docs/api"),
    ("pagerduty", "support.pagerduty.com/main/docs/api-access-keys"),
    ("papertrail", "www.papertrail.com/help/http-api"),
    ("pinecone", "docs.pinecone.io/reference/api/authentication"),
    ("pingdom", "docs.pingdom.com/api"),
    ("pipedrive", "pipedrive.readme.io/docs/how-to-find-the-api-token"),
    ("plaid", "plaid.com/docs/api"),
    ("plivo", "www.plivo.com/docs/voice/api/request#authentication"),
    ("postmark", "postmarkapp.com/developer/api/overview"),
    ("pushbullet", "docs.pushbullet.com"),
    ("pusher", "pusher.com/docs/channels/library_auth_reference/rest-api"),
    ("rapidapi", "docs.rapidapi.com/docs/keys"),
    ("razorpay", "razorpay.com/docs/api/authentication"),
    ("rollbar", "docs.rollbar.com/docs/access-tokens"),
    ("saucelabs", "docs.saucelabs.com/dev/api"),
    ("scaleway", "www.scaleway.com/en/docs/iam/how-to/create-api-keys"),
    ("sendbird", "sendbird.com/docs/chat/platform-api/v3/prepare-to-use-api"),
    ("shodan", "developer.shodan.io/api/requirements"),
    ("snyk", "docs.snyk.io/snyk-api/authentication-for-api"),
    ("sonarcloud", "docs.sonarsource.com/sonarqube-cloud/managing-your-account/managing-tokens"),
    ("sonarlogin", "docs.sonarsource.com/sonarqube-server/analyzing-source-code/analysis-parameters"),
    ("sonar.login", "docs.sonarsource.com/sonarqube-server/analyzing-source-code/analysis-parameters"),
    ("splunk", "docs.splunk.com/Documentation/Splunk/latest/Data/UsetheHTTPEventCollector"),
    ("squarespace", "developers.squarespace.com/commerce-apis/authentication-and-permissions"),
    ("statuspage", "developer.statuspage.io"),
    ("sumologic", "help.sumologic.com/docs/manage/security/access-keys"),
    ("todoist", "developer.todoist.com/api/v1"),
    ("travisci", "developer.travis-ci.com/authentication"),
    ("uploadcare", "uploadcare.com/docs/api-keys"),
    ("uptimerobot", "uptimerobot.com/api"),
    ("virustotal", "docs.virustotal.com/reference/authentication"),
    ("vultr", "www.vultr.com/api"),
    ("wakatime", "wakatime.com/developers#authentication"),
    ("weatherstack", "docs.apilayer.com/weatherstack"),
    ("weightsandbiases", "docs.wandb.ai/support/kb-articles/find_api_key"),
    ("zendesk", "developer.zendesk.com/api-reference/introduction/security-and-auth"),
];

/// What may follow the name of a service in the name of its key.
const PARTS: &[&str] = words! {
    "api" "key" "token" "secret" "auth" "access" "rest" "private" "server" "read" "write" "master" "service" "pat" "login"
    "personal" "prod" "test" "dev" "live" "sandbox" "record" "hec" "team" "ingest" "devops" "app" "user" "admin" "env"
};
/// Behind these a value may follow without a sign.
const KEYS: &[&str] = words! { "key" "token" "secret" "pat" };

/// The shortest key any of them hands out.
const LEAST: usize = 20;
const VALUE: Class = Class::of("A-Za-z0-9_./+=~:-");

/// Looks at what follows the name of a service at `start..end`.
pub(super) fn look(scan: &mut Scan<'_>, start: usize, end: usize) {
    let bytes = scan.bytes;
    if start > 0 && bytes[start - 1].is_ascii_alphanumeric() && bytes[start].is_ascii_lowercase() {
        return;
    }
    let (at, is_key) = name_end(scan.text, end);
    let quoted = const { Class::of("\"'`\\])") }.run(bytes, at, 4);
    let gap = const { Class::of(" \t") }.run(bytes, at + quoted, 20);
    let sign = at + quoted + gap;
    let width = match (bytes.get(sign), bytes.get(sign + 1)) {
        (Some(b'='), Some(b'=' | b'~')) | (Some(b':'), Some(b':')) => return,
        (Some(b':' | b'='), Some(b'=' | b'>')) => 2,
        (Some(b':' | b'='), _) => 1,
        (Some(b'(' | b','), Some(b'"' | b'\'' | b' ')) if gap == 0 => 1,
        _ if is_key && quoted == 0 && gap > 0 => 0,
        _ => return,
    };
    let mut from = sign + width + const { Class::of(" \t") }.run(bytes, sign + width, 20);
    let opened = const { Class::of("\"'`\\") }.run(bytes, from, 4);
    from += opened;
    for scheme in ["OAuth ", "Bearer ", "Token ", "token "] {
        if scan.text.get(from..).is_some_and(|rest| rest.starts_with(scheme)) {
            from += scheme.len();
        }
    }
    let length = VALUE.run(bytes, from, 200);
    let Some(said) = scan.text.get(from..from + length) else { return };
    let said = said.trim_end_matches(['.', ':']);
    let ends =
        bytes.get(from + length).is_none_or(|byte| byte.is_ascii_whitespace() || b"\"'`\\,;)}]<|&".contains(byte));
    let is_only_hex = said.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_key_like =
        is_uuid(said) || said.len() >= LEAST && looks_random(said) && (!is_only_hex || said.len() >= 32 || is_key);
    if ends && is_key_like && is_candidate(said, Quote::Double) && !said.contains("//") {
        scan.keep(span(from..from + said.len()));
    }
}

/// Where the name of a key that starts with a service ends, and whether it says that it is one.
fn name_end(text: &str, mut at: usize) -> (usize, bool) {
    const SIGNS: Class = Class::of("_. -");
    const WORDS: usize = 4;
    let bytes = text.as_bytes();
    let mut is_key = false;
    for _ in 0..WORDS {
        let start = at + SIGNS.run(bytes, at, 1);
        let length = const { Class::of("A-Za-z") }.run(bytes, start, 24);
        let lower = text[start..start + length].to_ascii_lowercase();
        let mut rest = lower.as_str();
        while let Some(part) = PARTS.iter().find(|part| rest.starts_with(**part)) {
            rest = &rest[part.len()..];
            is_key |= KEYS.contains(part);
        }
        let is_digits = bytes.get(start + length).is_some_and(u8::is_ascii_alphanumeric);
        if length == 0 || !rest.is_empty() || is_digits {
            return (at, is_key);
        }
        at = start + length;
    }
    (at, is_key)
}
