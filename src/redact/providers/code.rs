//! Code hosting, continuous integration and package registries.

super::rules! { RULES:
    "github-pat" "GitHub personal access token (classic)"
        "docs.github.com/authentication/keeping-your-account-and-data-secure/about-authentication-to-github"
        ["ghp_"] "" "ghp_[A-Za-z0-9]{20,255}" Digit;
    "github-oauth" "GitHub OAuth access token"
        "docs.github.com/authentication/keeping-your-account-and-data-secure/about-authentication-to-github"
        ["gho_"] "" "gho_[A-Za-z0-9]{20,255}" Digit;
    "github-app" "GitHub App installation, user and refresh tokens; the newer ones hold dots"
        "docs.github.com/authentication/keeping-your-account-and-data-secure/about-authentication-to-github"
        ["ghs_" "ghu_" "ghr_"] "" "gh[sur]_[A-Za-z0-9_.-]{20,600}" Digit;
    "github-fine-grained" "GitHub fine-grained personal access token"
        "docs.github.com/authentication/keeping-your-account-and-data-secure/managing-your-personal-access-tokens"
        ["github_pat_"] "" "github_pat_[A-Za-z0-9_]{22,255}" Digit;
    "github-legacy" "GitHub App installation token in its old form"
        "github.blog/2021-04-05-behind-githubs-new-authentication-token-formats"
        ["v1."] "" "v1\\.[a-f0-9]{40}" Digit;
    "gitlab-pat" "GitLab personal, group and project access tokens, plain and routable"
        "docs.gitlab.com/security/tokens/#token-prefixes"
        ["glpat-"] "" "glpat-[A-Za-z0-9_.-]{20,300}" Random;
    "gitlab-other" "GitLab deploy, runner, feed, mail, agent, SCIM, OAuth and feature flag tokens"
        "docs.gitlab.com/security/tokens/#token-prefixes"
        ["gldt-" "glrt-" "glrtr-" "glcbt-" "glptt-" "glft-" "glimt-" "glagent-" "glsoat-" "gloas-" "glffct-" "glwt-"] ""
        "gl[a-z]{2,5}-[A-Za-z0-9_.-]{16,300}" Digit;
    "gitlab-session" "GitLab session cookie"
        "docs.gitlab.com/administration/settings/sign_in_restrictions"
        ["_gitlab_session="] "" "_gitlab_session=([a-f0-9]{32})" Digit;
    "gitlab-runner-registration" "GitLab runner registration token"
        "docs.gitlab.com/security/tokens/#token-prefixes"
        ["GR1348941"] "" "GR1348941[A-Za-z0-9_-]{20,64}" Shape;
    "bitbucket-app-password" "Bitbucket app password and repository token"
        "support.atlassian.com/bitbucket-cloud/docs/app-passwords"
        ["ATBB" "ATCTT3"] "" "AT[BCT3]{2,4}[A-Za-z0-9_=-]{24,300}" Digit;
    "bitbucket-server" "Bitbucket Data Center HTTP access token"
        "confluence.atlassian.com/bitbucketserver/http-access-tokens-939515499.html"
        ["BBDC-"] "" "BBDC-[A-Za-z0-9+/_=-]{32,60}" Digit;
    "gitea" "Gitea and Forgejo OAuth tokens"
        "docs.gitea.com/development/oauth2-provider"
        ["gto_" "gta_"] "" "gt[oa]_[A-Za-z0-9]{32,64}" Mixed;
    "sourcegraph" "Sourcegraph access token"
        "sourcegraph.com/docs/cli/how-tos/creating_an_access_token"
        ["sgp_" "sgd_" "sgph_" "sgs_" "slk_"] "" "s[a-z]{2,3}_[a-zA-Z0-9_]{30,100}" Digit;
    "circleci" "CircleCI personal and project API tokens"
        "circleci.com/docs/managing-api-tokens"
        ["CCIPAT_" "CCIPRJ_"] "" "CCIP[ARTJ]{2}_[A-Za-z0-9]{16,40}_[a-z0-9]{40}" Shape;
    "buildkite" "Buildkite API, agent and cluster tokens"
        "buildkite.com/docs/platform/security/tokens"
        ["bkua_" "bkct_" "bkaj_" "bkpt_" "bkcr_" "bkar_" "bkaa_" "bkps_" "bkpat_"] "" "bk[a-z]{2,3}_[A-Za-z0-9_-]{20,400}" Digit;
    "harness" "Harness personal and service account tokens"
        "developer.harness.io/docs/platform/automation/api/add-and-manage-api-keys"
        ["pat." "sat."] "" "[ps]at\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9]{20,30}\\.[A-Za-z0-9]{20}" Digit;
    "codacy" "Codacy project token in its documented variable"
        "docs.codacy.com/codacy-api/api-tokens"
        ["CODACY_PROJECT_TOKEN="] "" "CODACY_PROJECT_TOKEN=([a-f0-9]{32})" Digit;
    "travis" "Travis CI token in its documented header"
        "developer.travis-ci.com/authentication"
        ["token travis-"] "" "token (travis-[A-Za-z0-9_-]{20,40})" Digit;
    "octopus" "Octopus Deploy API key"
        "octopus.com/docs/octopus-rest-api/how-to-create-an-api-key"
        ["API-"] "" "API-[A-Z0-9]{26,36}" Digit;
    "pulumi" "Pulumi access token"
        "www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens"
        ["pul-"] "" "pul-[a-f0-9]{40,64}" Digit;
    "terraform-cloud" "HCP Terraform user, team and organisation token"
        "developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens"
        [".atlasv1."] "A-Za-z0-9" "[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{40,80}" Shape;
    "spacelift" "Spacelift API key secret in its documented variable"
        "docs.spacelift.io/integrations/api"
        ["SPACELIFT_API_KEY_SECRET="] "" "SPACELIFT_API_KEY_SECRET=([A-Za-z0-9]{32,128})" Shape;
    "npm" "npm granular and automation access token"
        "docs.npmjs.com/about-access-tokens"
        ["npm_"] "" "npm_[A-Za-z0-9]{36,64}" Digit;
    "pypi" "PyPI and TestPyPI API token (a macaroon)"
        "pypi.org/help/#apitoken"
        ["pypi-AgE" "pypi-AgEN"] "" "pypi-Ag[A-Za-z0-9_=-]{50,1000}" Shape;
    "rubygems" "RubyGems API key"
        "guides.rubygems.org/api-key-scopes"
        ["rubygems_"] "" "rubygems_[a-f0-9]{48}" Shape;
    "crates-io" "crates.io API token"
        "doc.rust-lang.org/cargo/reference/registry-authentication.html"
        ["cio"] "" "cio[A-Za-z0-9]{32}" Mixed;
    "nuget" "NuGet API key"
        "learn.microsoft.com/nuget/nuget-org/publish-a-package"
        ["oy2"] "" "oy2[a-z0-9]{43}" Digit;
    "clojars" "Clojars deploy token"
        "github.com/clojars/clojars-web/wiki/Deploy-Tokens"
        ["CLOJARS_"] "" "CLOJARS_[a-z0-9]{60}" Digit;
    "hex" "Hex.pm API key in its documented variable"
        "hex.pm/docs/publish"
        ["HEX_API_KEY="] "" "HEX_API_KEY=([a-f0-9]{32})" Digit;
    "packagist" "Private Packagist and Packagist API tokens"
        "packagist.com/docs/composer-authentication"
        ["packagist_"] "" "packagist_[a-z]{2,4}_[a-z0-9_]{30,80}" Digit;
    "docker-pat" "Docker Hub personal and organisation access tokens"
        "docs.docker.com/security/access-tokens"
        ["dckr_pat_" "dckr_oat_"] "" "dckr_[po]at_[A-Za-z0-9_-]{24,64}" Shape;
    "quay" "Quay.io robot token next to its variable"
        "docs.quay.io/glossary/robot-accounts.html"
        ["QUAY_TOKEN="] "" "QUAY_TOKEN=([A-Z0-9]{40,64})" Digit;
    "artifactory" "JFrog Artifactory API key"
        "jfrog.com/help/r/jfrog-platform-administration-documentation/api-key"
        ["AKCp"] "" "AKCp[A-Za-z0-9]{50,100}" Mixed;
    "artifactory-encrypted" "JFrog Artifactory encrypted password"
        "jfrog.com/help/r/jfrog-platform-administration-documentation/centrally-secure-passwords"
        ["AP5" "AP6" "APB"] "" "AP[56B][A-Za-z0-9]{30,100}" Mixed;
    "jfrog-reference" "JFrog reference token"
        "jfrog.com/help/r/jfrog-platform-administration-documentation/reference-tokens"
        ["cmVmd"] "" "cmVmd[A-Za-z0-9_-]{59}" Digit;
    "cloudsmith" "Cloudsmith entitlement and API keys in URLs"
        "help.cloudsmith.io/docs/entitlements"
        ["dl.cloudsmith.io/"] "" "dl\\.cloudsmith\\.io/([A-Za-z0-9]{16})/" Digit;
    "gemfury" "Gemfury deploy and push tokens"
        "gemfury.com/help/tokens"
        [".fury.io"] "A-Za-z0-9@:/._-" "https://([A-Za-z0-9]{20,40})[@:]{1,2}[a-z]{2,10}\\.fury\\.io" Digit;
    "sonar" "SonarQube and SonarCloud user, project and global tokens"
        "docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens"
        ["squ_" "sqp_" "sqa_"] "" "sq[upa]_[A-Za-z0-9=_-]{40}" Digit;
    "sonar-login" "SonarQube token in the property of its scanners"
        "docs.sonarsource.com/sonarqube-server/analyzing-source-code/analysis-parameters"
        ["sonar.login="] "D-" "[D-]{0,2}sonar\\.login=([A-Za-z0-9_]{20,64})" Digit;
    "snyk" "Snyk service account token"
        "docs.snyk.io/snyk-api/authentication-for-api"
        ["snyk_uat." "snyk_sat."] "" "snyk_[us]at\\.[a-z0-9]{8}\\.[A-Za-z0-9_.-]{20,200}" Shape;
    "semgrep" "Semgrep token"
        "semgrep.dev/docs/semgrep-ci/ci-environment-variables"
        ["SEMGREP_APP_TOKEN="] "" "SEMGREP_APP_TOKEN=([A-Za-z0-9]{40,80})" Digit;
    "openvsx" "Open VSX access token"
        "github.com/eclipse/openvsx/wiki/Publishing-Extensions"
        ["ovsxat_" "ovsxp_"] "" "ovsx[apt]{1,2}_[A-Za-z0-9-]{30,64}" Digit;
    "jetbrains" "JetBrains Marketplace and Hub permanent tokens"
        "www.jetbrains.com/help/hub/manage-permanent-tokens.html"
        ["perm:" "perm-"] "" "perm[:-][A-Za-z0-9+/=_-]{8,200}\\.[A-Za-z0-9+/=_-]{1,200}\\.[A-Za-z0-9+/=_-]{20,200}" Shape;
    "deno" "Deno Deploy token"
        "docs.deno.com/deploy/manual/deployctl"
        ["ddp_" "ddw_" "ddo_"] "" "dd[pwo]_[A-Za-z0-9]{36,40}" Digit;
    "jsr" "JSR registry token"
        "jsr.io/docs/api"
        ["jsrp_" "jsrd_"] "" "jsr[pd]_[A-Za-z0-9]{30,64}" Digit;
    "chromatic" "Chromatic project token"
        "www.chromatic.com/docs/cli"
        ["chpt_"] "" "chpt_[a-f0-9]{12,24}" Digit;
    "nx-cloud" "Nx Cloud access token in its documented variable"
        "nx.dev/ci/recipes/security/access-tokens"
        ["NX_CLOUD_ACCESS_TOKEN="] "" "NX_CLOUD_ACCESS_TOKEN=([A-Za-z0-9+/=_-]{30,120})" Shape;
    "infracost" "Infracost API key"
        "www.infracost.io/docs/features/environment_variables"
        ["ico-"] "" "ico-[A-Za-z0-9]{32}" Digit;
    "socket" "Socket API token"
        "docs.socket.dev/docs/api-keys"
        ["sktsec_"] "" "sktsec_[A-Za-z0-9_-]{30,80}" Shape;
    "sidekiq" "Sidekiq Pro and Enterprise credentials in their documented variable"
        "github.com/sidekiq/sidekiq/wiki/Commercial-FAQ"
        ["CONTRIBSYS__COM=" "CONTRIBSYS__COM: "] "" "CONTRIBSYS__COM[:=][ '\"]{0,2}([a-f0-9]{8}:[a-f0-9]{8})" Shape;
    "depot" "Depot organisation and project tokens"
        "depot.dev/docs/cli/authentication"
        ["depot_org_" "depot_project_" "depot_user_"] "" "depot_[a-z]{3,7}_[A-Za-z0-9]{32,80}" Digit;
    "codesandbox" "CodeSandbox API token"
        "codesandbox.io/docs/sdk"
        ["csb_v1_"] "" "csb_v1_[A-Za-z0-9_-]{40,60}" Digit;
    "teamcity" "TeamCity access token"
        "www.jetbrains.com/help/teamcity/configuring-your-user-profile.html#Managing+Access+Tokens"
        ["eyJ0eXAiOiAiVENWMiJ9."] "" "eyJ0eXAiOiAiVENWMiJ9\\.[A-Za-z0-9_-]{20,80}\\.[A-Za-z0-9_-]{30,80}" Shape;
    "val-town" "Val Town API token"
        "docs.val.town/reference/api/authentication"
        ["vtwn_"] "" "vtwn_[A-Za-z0-9_-]{20,80}" Digit;
    "stackhawk" "StackHawk API key"
        "docs.stackhawk.com/apidocs.html"
        ["hawk."] "" "hawk\\.[A-Za-z0-9_-]{20}\\.[A-Za-z0-9_-]{20}" Mixed;
    "lichess" "Lichess personal access token"
        "lichess.org/api#section/Introduction/Authentication"
        ["lip_"] "" "lip_[A-Za-z0-9_]{16,60}" Mixed;
    "deepsource" "DeepSource personal access token"
        "docs.deepsource.com/docs/developers/api"
        ["dsp_"] "" "dsp_[A-Za-z0-9]{32,64}" Digit;
    "aikido" "Aikido CI token and client secret"
        "help.aikido.dev/pr-and-release-gating/cli-for-pr-and-release-gating"
        ["AIK_CI_" "AIK_SECRET_"] "" "AIK_[CISERT]{2,6}_[A-Za-z0-9]{20,64}" Digit;
    "cloudsmith-api" "Cloudsmith API key"
        "docs.cloudsmith.com/accounts-and-teams/api-key"
        ["csa_"] "" "csa_[a-f0-9]{30}[A-Za-z0-9]{6}" Digit;
    "mergify" "Mergify application key"
        "docs.mergify.com/api-usage"
        ["mergify_application_key_"] "" "mergify_application_key_[A-Za-z0-9_-]{40,200}" Digit;
    "ionic" "Ionic personal access token"
        "ionic.io/docs/appflow/personal-access-tokens"
        ["ion_"] "" "ion_[A-Za-z0-9]{42}" Mixed;
    "dependency-track" "Dependency-Track API key"
        "docs.dependencytrack.org/integrations/rest-api"
        ["odt_"] "" "odt_[A-Za-z0-9_]{32,50}" Mixed;
    "iterative" "DVC Studio access token"
        "dvc.org/doc/studio/user-guide/account-management#studio-access-token"
        ["isat_"] "" "isat_[A-Za-z0-9-]{30,80}" Digit;
    "configcat" "ConfigCat SDK key"
        "configcat.com/docs/advanced/targeting/sdk-keys"
        ["configcat-sdk-1/"] "" "configcat-sdk-1/[A-Za-z0-9_-]{22}/[A-Za-z0-9_-]{22}" Shape;
    "builder" "Builder.io private key"
        "www.builder.io/c/docs/using-your-api-key"
        ["bpk-"] "" "bpk-[a-f0-9]{32}" Digit;
    "endor" "Endor Labs API secret"
        "docs.endorlabs.com/administration/api-keys"
        ["endr+"] "" "endr\\+[A-Za-z0-9-]{16}" Mixed;
}
