//! Databases, storage, search, identity and tokens that many issuers share.

super::rules! { RULES:
    "jwt" "JSON Web Token, signed or encrypted"
        "www.rfc-editor.org/rfc/rfc7519"
        ["eyJ"] "" "eyJ[A-Za-z0-9_-]{8,}[=]{0,2}\\.eyJ[A-Za-z0-9_-]{4,}[=]{0,2}\\.[A-Za-z0-9_-]{8,}[=]{0,2}" Shape;
    "jwe" "Encrypted JSON Web Token"
        "www.rfc-editor.org/rfc/rfc7516"
        ["eyJhbGciOi" "eyJlbmMiOi"] "" "eyJ[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{0,}\\.[A-Za-z0-9_-]{12,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{16,}" Shape;
    "paseto" "PASETO token with a secret or a signature"
        "github.com/paseto-standard/paseto-spec"
        ["v1.local." "v2.local." "v3.local." "v4.local." "v2.public." "v4.public." "k4.secret." "k4.local."] "" "[vk][1-4]\\.[a-z]{5,6}\\.[A-Za-z0-9_.-]{40,2000}" Digit;
    "supabase-pat" "Supabase personal and OAuth tokens"
        "supabase.com/docs/reference/api/introduction"
        ["sbp_"] "" "sbp_[a-f0-9]{40}" Digit;
    "supabase-oauth" "Supabase OAuth token"
        "supabase.com/docs/guides/integrations/build-a-supabase-integration"
        ["sbp_oauth_"] "" "sbp_oauth_[a-f0-9]{40}" Digit;
    "supabase-secret" "Supabase secret key"
        "supabase.com/docs/guides/api/api-keys"
        ["sb_secret_"] "" "sb_secret_[A-Za-z0-9_-]{20,64}" Digit;
    "planetscale" "PlanetScale password, service and OAuth tokens"
        "planetscale.com/docs/concepts/service-tokens"
        ["pscale_pw_" "pscale_tkn_" "pscale_oauth_"] "" "pscale_[a-z]{2,5}_[A-Za-z0-9_=.-]{32,64}" Shape;
    "neon" "Neon API key"
        "neon.com/docs/manage/api-keys"
        ["napi_"] "" "napi_[A-Za-z0-9]{40,80}" Digit;
    "neon-password" "Neon role password"
        "neon.com/docs/connect/connect-from-any-app"
        ["npg_"] "" "npg_[A-Za-z0-9]{10,20}" Mixed;
    "xata" "Xata API key"
        "xata.io/docs/rest-api/authentication"
        ["xau_"] "" "xau_[A-Za-z0-9]{30,64}" Digit;
    "mongodb-atlas" "MongoDB Atlas service account secret"
        "www.mongodb.com/docs/atlas/api/service-accounts-overview"
        ["mdb_sa_sk_"] "" "mdb_sa_sk_[A-Za-z0-9_-]{30,64}" Shape;
    "clickhouse" "ClickHouse Cloud API secret"
        "clickhouse.com/docs/cloud/manage/openapi"
        ["4b1d"] "" "4b1d[A-Za-z0-9]{38}" Mixed;
    "datastax-astra" "DataStax Astra token"
        "docs.datastax.com/en/astra-db-serverless/administration/manage-application-tokens.html"
        ["AstraCS:"] "" "AstraCS:[A-Za-z0-9]{20,40}[:a-f0-9]{0,65}" Digit;
    "airtable" "Airtable personal access token"
        "airtable.com/developers/web/guides/personal-access-tokens"
        ["pat"] "" "pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}" Shape;
    "airtable-legacy" "Airtable API key in its old form, in its documented variable"
        "support.airtable.com/docs/airtable-api-key-deprecation-notice"
        ["AIRTABLE_API_KEY="] "" "AIRTABLE_API_KEY=(key[A-Za-z0-9]{14})" Shape;
    "confluent" "Confluent Cloud API secret"
        "docs.confluent.io/cloud/current/security/authenticate/workload-identities/service-accounts/api-keys/overview.html"
        ["cflt"] "" "cflt[A-Za-z0-9+/]{56,60}" Mixed;
    "aiven" "Aiven service password"
        "aiven.io/docs/platform/howto/reset-service-password"
        ["AVNS_"] "" "AVNS_[A-Za-z0-9_-]{15,24}" Shape;
    "elastic" "Elastic API key and Elastic Cloud token"
        "www.elastic.co/docs/deploy-manage/api-keys"
        ["essu_"] "" "essu_[A-Za-z0-9+/_=-]{40,200}" Mixed;
    "dropbox" "Dropbox short and long lived tokens"
        "developers.dropbox.com/oauth-guide"
        ["sl."] "" "sl\\.[A-Za-z0-9_.-]{130,1200}" Mixed;
    "contentful" "Contentful content management token"
        "www.contentful.com/developers/docs/references/authentication"
        ["CFPAT-"] "" "CFPAT-[A-Za-z0-9_-]{43}" Shape;
    "mapbox" "Mapbox secret and temporary tokens"
        "docs.mapbox.com/help/glossary/access-token"
        ["sk.eyJ" "tk.eyJ"] "" "[st]k\\.eyJ[A-Za-z0-9_-]{20,300}\\.[A-Za-z0-9_-]{20,30}" Shape;
    "okta" "Okta API token behind its scheme"
        "developer.okta.com/docs/guides/create-an-api-token"
        ["SSWS "] "" "SSWS (00[A-Za-z0-9_-]{38,44})" Shape;
    "workos" "WorkOS API key"
        "workos.com/docs/reference/api-keys"
        ["sk_a2V5"] "" "sk_a2V5[A-Za-z0-9_+/=]{30,120}" Shape;
    "workos-plain" "WorkOS, Prisma and other keys that start with sk_"
        "workos.com/docs/reference/api-keys"
        ["sk_"] "" "sk_[A-Za-z0-9]{24,128}" Mixed;
    "stytch" "Stytch secret"
        "stytch.com/docs/api/authentication"
        ["secret-live-" "secret-test-"] "" "secret-[a-z]{4}-[A-Za-z0-9_=-]{36,64}" Digit;
    "unkey" "Unkey root and API keys"
        "www.unkey.com/docs/security/root-keys"
        ["unkey_"] "" "unkey_[A-Za-z0-9]{20,40}" Mixed;
    "red-hat" "Red Hat offline token behind its command"
        "access.redhat.com/articles/3626371"
        ["ocm login --token="] "" "ocm login --token=([A-Za-z0-9._-]{40,2000})" Shape;
    "django" "Django secret key as startproject makes it"
        "docs.djangoproject.com/en/stable/ref/settings/#secret-key"
        ["django-insecure-"] "" "django-insecure-[a-z0-9!@#$%^&*(_=+)-]{50}" Shape;
    "imagekit" "ImageKit private key"
        "imagekit.io/docs/api-keys"
        ["private_"] "" "private_[A-Za-z0-9+/]{27}=" Shape;
    "defined" "Defined Networking API token"
        "docs.defined.net/api/authentication"
        ["dnkey-"] "" "dnkey-[A-Za-z0-9=_-]{60,90}" Digit;
    "fauna" "Fauna secret"
        "docs.fauna.com/fauna/current/learn/security/tokens"
        ["fnA"] "" "fnA[A-Za-z0-9_-]{37,50}" Full;
    "cockroach" "CockroachDB Cloud API key"
        "www.cockroachlabs.com/docs/cockroachcloud/managing-access"
        ["CCDB1_"] "" "CCDB1_[A-Za-z0-9_]{40,80}" Digit;
    "alchemy" "Alchemy API key in its addresses"
        "www.alchemy.com/docs/how-to-create-access-tokens"
        [".g.alchemy.com/v2/" ".alchemyapi.io/v2/"] "" "\\.[g.]{0,2}alchemy[api]{0,3}\\.[a-z]{2,3}/v2/([A-Za-z0-9_-]{20,64})" Digit;
    "infura" "Infura API key in its addresses"
        "docs.metamask.io/services/get-started/endpoints"
        [".infura.io/v3/" ".infura.io/ws/v3/"] "" "\\.infura\\.io/[ws/]{0,3}v3/([a-f0-9]{32})" Digit;
    "upstash-qstash" "QStash signing key"
        "upstash.com/docs/qstash/howto/signature"
        ["sig_"] "" "sig_[A-Za-z0-9]{27,40}" Mixed;
    "beamer" "Beamer API key"
        "www.getbeamer.com/api"
        ["b_"] "" "b_[a-zA-Z0-9=_-]{44}" Mixed;
    "clickup" "ClickUp personal API token"
        "developer.clickup.com/docs/authentication"
        ["pk_"] "" "pk_[0-9]{5,12}_[A-Z0-9]{32}" Shape;
    "hash-apache" "Password hash of Apache's htpasswd"
        "httpd.apache.org/docs/2.4/misc/password_encryptions.html"
        ["$apr1$"] "" "\\$apr1\\$[A-Za-z0-9./]{1,8}\\$[A-Za-z0-9./]{22}" Shape;
    "hash-crypt" "Password hash of crypt: MD5, SHA-256, SHA-512"
        "man7.org/linux/man-pages/man5/crypt.5.html"
        ["$1$" "$5$" "$6$"] "" "\\$[156]\\$[A-Za-z0-9./=$]{24,160}" Digit;
    "hash-yescrypt" "Password hash of yescrypt"
        "man7.org/linux/man-pages/man5/crypt.5.html"
        ["$y$" "$gy$" "$7$"] "" "\\$[gy7]{1,2}\\$[A-Za-z0-9./]{2,16}\\$[A-Za-z0-9./$]{30,160}" Digit;
    "hash-bcrypt" "Password hash of bcrypt"
        "man7.org/linux/man-pages/man5/crypt.5.html"
        ["$2a$" "$2b$" "$2x$" "$2y$"] "" "\\$2[abxy]\\$[0-9]{2}\\$[A-Za-z0-9./]{40,60}" Shape;
    "hash-argon" "Password hash of Argon2"
        "github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md"
        ["$argon2"] "" "\\$argon2[id]{1,2}\\$v=[0-9]{1,3}\\$[a-z0-9=,]{8,40}\\$[A-Za-z0-9+/]{8,64}\\$[A-Za-z0-9+/]{16,128}" Shape;
    "hash-ldap" "Salted password hash of LDAP"
        "www.openldap.org/doc/admin26/security.html#Password%20Storage"
        ["{SSHA}" "{SMD5}" "{SHA}" "{SSHA256}" "{SSHA512}" "{CRYPT}"] "" "\\{[A-Z0-9]{3,7}\\}[A-Za-z0-9+/$.]{24,120}[=]{0,2}" Digit;
    "hash-django" "Password hash of Django"
        "docs.djangoproject.com/en/stable/topics/auth/passwords"
        ["pbkdf2_sha256$" "pbkdf2_sha1$"] "" "pbkdf2_sha[0-9]{1,3}\\$[0-9]{4,8}\\$[A-Za-z0-9]{4,64}\\$[A-Za-z0-9+/]{20,64}[=]{0,2}" Shape;
    "authress" "Authress service client access key"
        "authress.io/knowledge-base/docs/authorization/service-clients"
        ["ext_" "sc_" "authress_"] "" "[a-z]{2,8}_[A-Za-z0-9]{5,30}\\.[a-z0-9]{4,6}\\.acc[_a-z0-9-]{10,40}\\.[A-Za-z0-9+/_=-]{30,120}" Shape;
    "jwt-encoded" "JSON Web Token in base64"
        "www.rfc-editor.org/rfc/rfc7519"
        ["ZXlKaGJHY2lPaU" "ZXlKMGVYQWlPaU" "ZXlKcmFXUWlPaU"] "" "ZXlK[A-Za-z0-9+/_-]{60,4000}[=]{0,2}" Mixed;
    "tinybird" "Tinybird token"
        "www.tinybird.co/docs/forward/administration/tokens"
        ["p.eyJ"] "" "p\\.eyJ[A-Za-z0-9_-]{30,400}\\.[A-Za-z0-9_-]{20,64}" Shape;
    "elastic-reset" "Password that elasticsearch-reset-password prints"
        "www.elastic.co/docs/reference/elasticsearch/command-line-tools/reset-password"
        ["New value: "] "" "New value: ([A-Za-z0-9_*=+-]{20})" Mixed;
    "tableau" "Tableau personal access token"
        "help.tableau.com/current/server/en-us/security_personal_access_tokens.htm"
        ["==:"] "A-Za-z0-9+/" "[A-Za-z0-9+/]{22}==:[A-Za-z0-9]{32}" Mixed;
}
